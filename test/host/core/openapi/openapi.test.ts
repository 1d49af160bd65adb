import { Validator } from '@seriousme/openapi-schema-validator'
import { array_store, money, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { TSchema } from 'typebox'
import { declareOperation } from '../../../../host/core/operations/declare-operation.ts'
import { openapi } from '../../../../host/core/openapi/openapi.ts'
import type { Operation } from '../../../../host/core/registries/operation.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { Item } from '../operations/fixture.ts'
import { lintErrors } from '../../../helpers/lint-errors.ts'

const Picture = Type.Object({ file: Type.String({ format: 'binary' }), title: Type.Optional(Type.String()) })
const Untitled = Type.Object({ id: Type.String({ readOnly: true }), label: Type.String() })

function operationsOf(owner: string): Operation[] {
  const { routes, declarations } = collect_routes()
  routes
    .records(
      '/items/{item_id}',
      array_store([], Item, { sort: ['price'], filter: ['status', 'created_at'], search: ['name'] }),
    )
    .records('/document-types/{id}', array_store([], Untitled))
    .get('/info', { open: true, summary: 'What it is' }, () => 1)
    .post('/items/{item_id}/retire', {}, () => 1)
    .bulk('/items/retire', 'POST /items/{item_id}/retire')
    .post(
      '/bookings/quote',
      {
        description: 'Says what it would cost.',
        body: Type.Object({ from: Type.String({ format: 'date' }), nights: Type.Optional(Type.Integer()) }),
        response: Type.Object({ total: Type.Integer() }, { title: 'Quote' }),
      },
      () => ({ total: 1 }),
    )
    .get(
      '/days',
      {
        query: Type.Object({
          month: Type.Integer(),
          deep: Type.Optional(Type.Boolean({ description: 'Only for divers' })),
        }),
      },
      () => [],
    )
    .get(
      '/items/{item_id}/days/{day}',
      { params: Type.Object({ item_id: Type.Integer(), day: Type.String() }) },
      () => 1,
    )
    .post('/files', { raw: true, transaction: false }, () => undefined)
    .post('/pictures', { raw: true, transaction: false, multipart: Picture }, () => undefined)
  return declarations.map((route) => declareOperation(owner, route))
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>
  'x-atrium-permission'?: string
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, { required?: string[]; properties?: object }> }
}

const documentOf = (operations: Operation[], owner?: string) =>
  openapi(operations, { title: 'Shop', version: '1.0.0', ...(owner !== undefined && { owner }) }) as Document

describe('the OpenAPI description', () => {
  const document = documentOf([...operationsOf('shop'), ...operationsOf('ai-agents')])
  const operation = (method: string, path: string) => {
    const found = document.paths[`/api/v1/shop${path}`]?.[method]
    if (found === undefined) throw new Error(`[${method} ${path}] is not described.`)
    return found
  }
  const parameters = (method: string, path: string) =>
    Object.fromEntries((operation(method, path).parameters ?? []).map((each) => [each.name, each]))

  it('says which parts a route reads of multipart/form-data by itself', () => {
    expect(operation('post', '/pictures').requestBody?.content).to.deep.equal({
      'multipart/form-data': { schema: Picture },
    })
  })

  it('is valid', async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    )
    expect(valid, JSON.stringify(errors, null, 2)).to.equal(true)
  })

  it('gives every operation an id of its own, a summary, and its permission', () => {
    const all = Object.values(document.paths).flatMap((item) => Object.values(item))
    expect(new Set(all.map(({ operationId }) => operationId)).size).to.equal(all.length)
    expect(operation('get', '/items')).to.include({
      operationId: 'shop_list_items',
      summary: 'List items',
      'x-atrium-permission': 'shop.items.view',
    })
    expect(operation('put', '/document-types/{id}')).to.include({ operationId: 'shop_replace_document_type' })
    expect(operation('post', '/items/{item_id}/retire')).to.include({ operationId: 'shop_post_items_retire' })
    expect(operation('get', '/info').security).to.deep.equal([])
  })

  it('names every parameter of a list, as the list takes it', () => {
    const query = parameters('get', '/items')
    expect(query).to.include.keys(
      '_start',
      '_end',
      '_page',
      '_limit',
      '_sort',
      '_order',
      'q',
      'id',
      'status',
      'created_at_gte',
    )
    expect(query).not.to.have.any.keys('price', 'status_like')
    expect(query.status?.schema).to.deep.equal({ type: 'array', items: { enum: ['draft', 'active', 'retired'] } })
    expect(operation('get', '/items').responses['200']?.headers).to.have.keys(
      'X-Total-Count',
      'X-Offset',
      'X-Limit',
      'X-Summary',
      'Link',
    )
    expect(operation('get', '/items').responses['200']?.content).to.have.keys('application/json', 'text/csv')
  })

  it('names the parameters of paths and queries with their types', () => {
    expect(parameters('get', '/items/{item_id}').item_id).to.deep.include({
      in: 'path',
      required: true,
      schema: { type: 'integer' },
    })
    expect(parameters('get', '/items/{item_id}/days/{day}')).to.have.keys('item_id', 'day')
    expect(parameters('get', '/days').month).to.deep.include({
      in: 'query',
      required: true,
      schema: { type: 'integer' },
    })
  })

  it('gives a path parameter one type in all operations of a record', () => {
    for (const [method, path] of [
      ['get', '/items/{item_id}'],
      ['delete', '/items/{item_id}'],
      ['post', '/items/{item_id}/retire'],
      ['get', '/items/{item_id}/days/{day}'],
    ] as const) {
      expect(parameters(method, path).item_id, `${method} ${path}`).to.deep.include({ schema: { type: 'integer' } })
    }
  })

  it('describes every parameter, by its schema or by its name', () => {
    const described = (method: string, path: string) =>
      Object.fromEntries((operation(method, path).parameters ?? []).map(({ name, description }) => [name, description]))
    expect(described('post', '/items/{item_id}/retire')).to.include({ item_id: 'The id of the item.' })
    expect(described('get', '/document-types/{id}')).to.include({ id: 'The id of the document type.' })
    expect(described('get', '/days')).to.deep.equal({ month: 'The month.', deep: 'Only for divers' })
    const all = Object.values(document.paths).flatMap((item) => Object.values(item))
    for (const { operationId, parameters = [] } of all)
      for (const { name, description } of parameters) expect(description, `${operationId} ${name}`).to.match(/\w/)
  })

  it('names operations without regard to the order of their declarations', () => {
    const idsOf = (operations: Operation[]) =>
      Object.entries(documentOf(operations).paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
      )
    const operations = operationsOf('shop')
    expect(idsOf(operations.toReversed())).to.have.members(idsOf(operations))
    expect(operation('post', '/items/retire')).to.include({ operationId: 'shop_post_items_retire_many' })
  })

  it('marks the keywords of the platform as extensions, and leaves names and data as they are', async () => {
    const Thing = Type.Object({
      id: Type.Integer({ readOnly: true }),
      price: money({ currency: 'JPY' }),
      currency: Type.String({ default: 'EUR', permission: 'shop.things.currency' }),
    })
    const { routes, declarations } = collect_routes()
    routes.records('/things/{id}', array_store([], Thing))
    const described = documentOf(declarations.map((route) => declareOperation('shop', route)))
    const { properties } = described.components.schemas['shop.Things'] as { properties: Record<string, object> }
    expect(properties.price).to.include({ type: 'integer', 'x-atrium-currency': 'JPY' }).and.not.to.have.key('currency')
    expect(properties.currency).to.include({ default: 'EUR', 'x-atrium-permission': 'shop.things.currency' })
    expect(await lintErrors(described)).to.deep.equal([])
    expect(await lintErrors(document)).to.deep.equal([])
  })

  it('does not promise a secret where an answer can be replayed without it', () => {
    const Key = Type.Object({ id: Type.Integer(), key: Type.String({ secret: true }) }, { title: 'Key' })
    const { routes, declarations } = collect_routes()
    routes.post('/keys', { response: Key }, () => ({ id: 1, key: 'x' }))
    const { components } = documentOf(declarations.map((route) => declareOperation('shop', route)))
    expect(components.schemas['shop.Key']).to.deep.include({ required: ['id'] })
    expect(components.schemas['shop.Key']).to.have.nested.property('properties.key.x-atrium-secret', true)
  })

  it('tells of the headers that an operation takes', () => {
    expect(parameters('post', '/items')).to.have.keys('Idempotency-Key', 'Undo')
    expect(parameters('patch', '/items/{item_id}')).to.have.keys('item_id', 'If-Match', 'Undo')
    expect(operation('post', '/files').parameters).to.equal(undefined)
  })

  it('shares the schemas of records, by name', () => {
    const ref = { $ref: '#/components/schemas/shop.Item' }
    expect(operation('get', '/items').responses['200']?.content?.['application/json']?.schema).to.deep.include({
      items: ref,
    })
    expect(operation('get', '/items/{item_id}').responses['200']?.content?.['application/json']?.schema).to.deep.equal(
      ref,
    )
    expect(Object.keys(document.components.schemas)).to.include.members([
      'shop.Item',
      'shop.ItemCreate',
      'shop.ItemReplace',
      'shop.ItemPatch',
      'shop.ItemPatchMany',
      'shop.DocumentTypes',
      'shop.DocumentTypesPatch',
      'shop.Quote',
      'ai-agents.Item',
      'BulkRequest',
      'Problem',
    ])
    expect(document.components.schemas['shop.ItemPatchMany']?.properties).to.deep.include({
      changes: { $ref: '#/components/schemas/shop.ItemPatch' },
    })
    expect(document.components.schemas['shop.ItemPatchMany']?.properties).to.have.nested.property(
      'records.items.properties.changes.$ref',
      '#/components/schemas/shop.ItemPatch',
    )
    expect(document.components.schemas['shop.ItemCreate']?.required).to.deep.equal(['name', 'price'])
  })

  it('numbers schemas that are different and want the same name', () => {
    const { routes, declarations } = collect_routes()
    routes.get('/a', { response: Type.Object({ a: Type.Integer() }, { title: 'Thing' }) }, () => ({ a: 1 }))
    routes.get('/b', { response: Type.Object({ b: Type.Integer() }, { title: 'Thing' }) }, () => ({ b: 1 }))
    const { components } = documentOf(declarations.map((route) => declareOperation('shop', route)))
    expect(components.schemas).to.have.keys('Problem', 'shop.Thing', 'shop.Thing2')
  })

  it('makes components of schemas that refer to themselves', async () => {
    const tree = (leaf: TSchema) => {
      const Tree = Type.Object({ leaf, children: Type.Array(Type.Ref('Tree')) })
      return Type.Unsafe<object>(Type.Cyclic({ Tree }, 'Tree'))
    }
    const { routes, declarations } = collect_routes()
    routes.get('/a', { response: Type.Array(tree(Type.Integer())) }, () => [])
    routes.get('/b', { response: Type.Object({ tree: tree(Type.Integer()) }) }, () => ({ tree: {} }))
    routes.get('/c', { response: tree(Type.String()) }, () => ({}))
    const { components, paths } = documentOf(declarations.map((route) => declareOperation('shop', route)))
    const schemaAt = (path: string) =>
      JSON.stringify(paths[`/api/v1/shop${path}`]?.get?.responses['200']?.content?.['application/json']?.schema)
    expect(schemaAt('/a')).to.equal('{"type":"array","items":{"$ref":"#/components/schemas/Tree"}}')
    expect(schemaAt('/b')).to.contain('{"tree":{"$ref":"#/components/schemas/Tree"}}')
    expect(schemaAt('/c')).to.equal('{"$ref":"#/components/schemas/Tree2"}')
    expect(components.schemas).to.have.keys('Problem', 'Tree', 'Tree2')
    expect(JSON.stringify(components.schemas.Tree2)).to.equal(
      '{"type":"object","required":["leaf","children"],"properties":{"leaf":{"type":"string"},' +
        '"children":{"type":"array","items":{"$ref":"#/components/schemas/Tree2"}}}}',
    )
  })

  it('can be of one owner alone', () => {
    const { paths } = documentOf([...operationsOf('shop'), ...operationsOf('ai-agents')], 'ai-agents')
    expect(Object.keys(paths)).to.satisfy((all: string[]) => all.every((path) => path.startsWith('/api/v1/ai-agents/')))
  })

  it('says that an object of which it names no members may have any, so that a program can read them', async () => {
    const Sent = Type.Object({
      payload: Type.Unsafe<object>({ type: 'object' }),
      note: Type.Object({}),
      no: Type.String(),
    })
    const { routes, declarations } = collect_routes()
    routes.get('/sent', { response: Sent }, () => ({ payload: {}, note: {}, no: '1' }))
    const described = documentOf(declarations.map((route) => declareOperation('shop', route)))
    const { directory, remove } = await createTestDirectory()
    try {
      const types = astToString(await openapiTS(JSON.stringify(described)))
      const reads = `
import type { paths } from './types'
type Sent = paths['/api/v1/shop/sent']['get']['responses'][200]['content']['application/json']
export const read = ({ payload, note, no }: Sent): [string, string, string] => [String(payload.text), String(note.by), no]
export const made: Sent['payload'] = { text: 'Hello' }
`
      expect(await compileErrors(directory, types, reads)).to.deep.equal([])
    } finally {
      await remove()
    }
  })

  it('makes types that a program compiles with, and that catch its mistakes', async () => {
    const { directory, remove } = await createTestDirectory()
    try {
      const types = astToString(await openapiTS(JSON.stringify(document)))
      expect(await compileErrors(directory, types, program('Lamp'))).to.deep.equal([])
      expect(await compileErrors(directory, types, program(7))).to.have.lengthOf(1)
    } finally {
      await remove()
    }
  })
})

const program = (name: unknown) => `
import type { components, paths } from './types'
type Item = components['schemas']['shop.Item']
type Create = paths['/api/v1/shop/items']['post']['requestBody']['content']['application/json']
type Listed = paths['/api/v1/shop/items']['get']['responses'][200]['content']['application/json']
type Query = NonNullable<paths['/api/v1/shop/items']['get']['parameters']['query']>
export const made: Create = { name: ${JSON.stringify(name)}, price: 5 }
export const query: Query = { status: ['draft'], _start: 0, _end: 25, id: [1, 2] }
export const prices = (items: Listed): number[] => items.map((item: Item) => item.price)
`

/** What TypeScript finds wrong with a program that uses the types. */
async function compileErrors(directory: string, types: string, source: string): Promise<string[]> {
  const file = join(directory, 'program.ts')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(join(directory, 'types.ts'), types)
  await writeFile(file, source)
  const checked = ts.createProgram([file], { strict: true, noEmit: true, types: [], skipLibCheck: true })
  const found = ts.getPreEmitDiagnostics(checked)
  await rm(file)
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
