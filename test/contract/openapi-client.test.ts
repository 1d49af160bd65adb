import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { compileClient } from '../helpers/compile-client.ts'
import { useTemplateHost } from './template-host.ts'
import type { Item } from './template-host.ts'

const WHOLE = '/api/v1/openapi.json'
const OWN = '/api/v1/template/openapi.json'

/** A client written against the description: it creates, changes and deletes an item, and each mistake does not compile. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const LIST = '/api/v1/template/items'
const ONE = '/api/v1/template/items/{item_id}'

export async function walk(baseUrl: string, token: string) {
  const { GET, POST, PATCH, DELETE } = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } })

  const made = await POST(LIST, { body: { name: 'Bolt', price: 1250 }, params: { header: { 'Idempotency-Key': 'walk' } } })
  if (!made.data) throw new Error(made.error.detail)
  const path = { item_id: made.data.id }

  const listed = await GET(LIST, { params: { query: { status: ['draft', 'active'], _sort: 'name', _end: 10 } } })
  const total = Number(listed.response.headers.get('x-total-count'))

  const header = { 'If-Match': made.response.headers.get('etag') ?? '' }
  const changed = await PATCH(ONE, { params: { path, header }, body: { price: 1300 } })
  const stale = await PATCH(ONE, { params: { path, header }, body: { price: 1400 } })

  const history = await GET('/api/v1/template/items/{item_id}/history', { params: { path, query: { _limit: 1 } } })
  const gone = await DELETE(ONE, { params: { path } })
  const missing = await GET(ONE, { params: { path } })

  return {
    made: made.data, listed: listed.data, total, changed: changed.data, gone: gone.data,
    actions: history.data?.map(({ action }) => action),
    codes: [stale.error?.code, missing.error?.code],
  }
}

export async function mistakes(baseUrl: string) {
  const { GET, POST } = createClient<paths>({ baseUrl })
  // @ts-expect-error there is no such path
  await GET('/api/v1/template/itmes')
  // @ts-expect-error an item needs a price
  await POST(LIST, { body: { name: 'Bolt' } })
  // @ts-expect-error there is no such status
  await GET(LIST, { params: { query: { status: ['gone'] } } })
  // @ts-expect-error there is no such parameter
  await GET(LIST, { params: { query: { colour: 'red' } } })
  const { data } = await GET(ONE, { params: { path: { item_id: 1 } } })
  // @ts-expect-error an item has no colour
  return data?.colour
}
`

interface Walk {
  readonly made: Item
  readonly listed: Item[]
  readonly total: number
  readonly changed: Item
  readonly gone: Item
  readonly actions: string[]
  readonly codes: string[]
}

describe('The OpenAPI description of the running host', () => {
  const template = useTemplateHost()
  const { ask } = template

  for (const path of [WHOLE, OWN]) {
    it(`is valid at ${path}`, async () => {
      const { status, headers, body } = await ask<Record<string, unknown>>(path)
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'application/json; charset=utf-8'])
      const { valid, errors } = await new Validator().validate(body)
      expect(valid, JSON.stringify(errors)).to.equal(true)
      expect(body.openapi).to.equal('3.1.0')
    })
  }

  it('describes every operation of the host, or only those of one plugin', async () => {
    const describedAt = async (path: string) => {
      const { paths } = (await ask<{ paths: Record<string, object> }>(path)).body
      return Object.entries(paths).flatMap(([at, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${at}`),
      )
    }
    const names = (owner?: string) => template.host.registries.operations.list(owner).map(({ name }) => name)
    expect(await describedAt(WHOLE)).to.have.members(names())
    expect(await describedAt(OWN)).to.have.members(names('template'))
  })

  it('says why there is none for an unknown plugin', async () => {
    const { status, body } = await ask('/api/v1/nobody/openapi.json')
    expect([status, body.code]).to.deep.equal([404, 'route_not_found'])
  })

  it('generates a client that compiles, refuses mistakes, and works with an item from creation to deletion', async () => {
    const { body } = await ask<object>(WHOLE)
    const client = await compileClient<{ walk: (url: string, token: string) => Promise<Walk> }>(body, PROGRAM)
    try {
      expect(client.mistakes).to.deep.equal([])
      const { walk } = await client.load()
      const { made, listed, total, changed, gone, actions, codes } = await walk(template.host.url, template.host.token)
      expect(made).to.include({ name: 'Bolt', price: 1250, status: 'draft' })
      expect([listed, total]).to.deep.equal([[made], 1])
      expect([changed, gone]).to.deep.equal([
        { ...made, price: 1300 },
        { ...made, price: 1300 },
      ])
      expect(actions).to.deep.equal(['Change an item'])
      expect(codes).to.deep.equal(['version_mismatch', 'record_not_found'])
    } finally {
      await client.remove()
    }
  })
})
