import { array_store, type RecordStore, type Routes, Type } from '@atrium/sdk'
import { collect_routes, DeclarationError } from '@atrium/sdk/host'
import { expect } from 'chai'

const Entry = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })

/** What a call throws. */
function refusal(declare: (routes: Routes) => unknown): DeclarationError {
  try {
    declare(collect_routes().routes)
  } catch (error) {
    if (error instanceof DeclarationError) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}

const summaries = (declare: (routes: Routes) => unknown) => {
  const { routes, declarations } = collect_routes()
  declare(routes)
  return declarations.map(({ method, path, kind, options }) => `${method} ${path} ${kind}: ${options.summary}`)
}

describe('collected routes', () => {
  it('stand in the order of their declaration, with what was said of them', () => {
    const { routes, declarations } = collect_routes()
    const handler = () => 1
    const returned = routes.get('/', { summary: 'Info' }, handler).post('/items/{item_id}/retire', {}, handler)
    expect(returned).to.equal(routes)
    expect(declarations).to.have.lengthOf(2)
    expect(declarations[0]).to.deep.include({ method: 'GET', path: '/', kind: 'plain', options: { summary: 'Info' } })
    expect(declarations[1]).to.include({ method: 'POST', path: '/items/{item_id}/retire', handler })
  })

  it('remember the line of the author', () => {
    const { routes, declarations } = collect_routes()
    routes.get('/a', {}, () => 1)
    routes.records('/b/{id}', array_store([], Entry))
    for (const { origin } of declarations) {
      expect(origin.stack?.split('\n')[1]).to.contain('collect-routes.test.ts')
    }
  })

  it('of a store are list, create, read, PUT, PATCH, delete, and change and delete for many', () => {
    expect(summaries((routes) => routes.records('/document-types/{id}', array_store([], Entry)))).to.deep.equal([
      'GET /document-types list: List document types',
      'POST /document-types create: Create a document type',
      'GET /document-types/{id} read: Get a document type',
      'PUT /document-types/{id} replace: Replace a document type',
      'PATCH /document-types/{id} update: Change a document type',
      'POST /document-types/change bulk: Change many document types',
      'DELETE /document-types/{id} delete: Delete a document type',
      'POST /document-types/delete bulk: Delete many document types',
    ])
  })

  it('of a store that can only be read are list and read', () => {
    const { schema, rules, list, ids, get } = array_store([], Entry)
    const store: RecordStore<object> = { schema, rules, list, ids, get }
    expect(summaries((routes) => routes.records('/entries/{entry_id}', store))).to.deep.equal([
      'GET /entries list: List entries',
      'GET /entries/{entry_id} read: Get an entry',
    ])
  })

  it('of a store require one permission if the routes name one', () => {
    const { routes, declarations } = collect_routes()
    routes.records('/entries/{id}', array_store([], Entry), { permission: 'notes.own.use' })
    expect(declarations).to.have.lengthOf(8)
    expect([...new Set(declarations.map(({ options }) => options.permission))]).to.deep.equal(['notes.own.use'])
    const { code } = refusal((each) => each.records('/entries/{id}', array_store([], Entry), { permission: 'notes' }))
    expect(code).to.equal('permission_invalid')
  })

  it('of a store that the plugin writes to itself are only those that are named', () => {
    const methods = (writes: ('create' | 'update' | 'delete')[]) =>
      summaries((routes) => routes.records('/entries/{id}', array_store([], Entry), { writes })).map(
        (summary) => summary.split(' ', 1)[0],
      )
    expect(methods([])).to.deep.equal(['GET', 'GET'])
    expect(methods(['update', 'delete'])).to.deep.equal(['GET', 'GET', 'PUT', 'PATCH', 'POST', 'DELETE', 'POST'])
    const refused = refusal((routes) =>
      routes.records('/entries/{id}', array_store([], Entry), { writes: ['patch' as 'update'] }),
    )
    expect([refused.code, refused.message]).to.deep.equal([
      'argument_invalid',
      '[patch] is not a change that [/entries/{id}] could mount.',
    ])
  })

  it('of the kit say what a record is, and a list what it can do', () => {
    const { routes, declarations } = collect_routes()
    const store = array_store([], Entry, { sort: ['name'] })
    routes.records('/entries/{id}', store)
    expect(declarations[0]).to.include({ record: Entry, rules: store.rules })
    expect(declarations[1]).to.include({ record: Entry })
  })

  it('can repeat another route for many records', () => {
    const { routes, declarations } = collect_routes()
    routes.bulk('/items/retire', 'POST /items/{item_id}/retire', { summary: 'Retire many' })
    expect(declarations[0]).to.include({ method: 'POST', kind: 'bulk', each: 'POST /items/{item_id}/retire' })
  })

  it('are refused at the call where a path cannot be one', () => {
    for (const path of ['items', '/items/', '/it ems', '/items/{}', '/items/{a-b}', '//', '/{id}/{id}', '/a/../b?x']) {
      expect(
        refusal((routes) => routes.get(path as '/', {}, () => 1)),
        path,
      ).to.include({ code: 'path_invalid' })
    }
    for (const path of ['/items', '/{id}', '/items/{id}/x', '/']) {
      const records = (routes: Routes) => routes.records(path as '/items/{id}', array_store([], Entry))
      expect(refusal(records), path).to.include({ code: 'path_invalid' })
    }
  })

  it('are refused at the call with an invalid time limit', () => {
    for (const timeout_seconds of [0, -1, 0.05, 3601, '30' as unknown as number, Number.NaN]) {
      const declare = (routes: Routes) => routes.get('/a', { timeout_seconds }, () => 1)
      expect(refusal(declare), String(timeout_seconds)).to.include({ code: 'argument_invalid' })
    }
    const { routes, declarations } = collect_routes()
    routes.get('/a', { timeout_seconds: 30 }, () => 1)
    expect(declarations[0]).to.have.nested.property('options.timeout_seconds', 30)
  })

  it('are refused at the call without a handler, with invalid options, or with nothing to repeat', () => {
    const untyped = (routes: Routes) => routes as unknown as Record<string, (...args: unknown[]) => unknown>
    expect(refusal((routes) => untyped(routes).get?.('/a', undefined, () => 1))).to.include({ code: 'route_invalid' })
    expect(refusal((routes) => untyped(routes).get?.('/a', {}))).to.include({ code: 'route_invalid' })
    expect(refusal((routes) => untyped(routes).bulk?.('/a', 'GET /items/{id}'))).to.include({ code: 'route_invalid' })
    expect(refusal((routes) => untyped(routes).bulk?.('/a', 'POST /items'))).to.include({ code: 'route_invalid' })
  })

  it('are refused at the call with a list that they cannot have', () => {
    const list = array_store([], Entry)
    const untyped = (routes: Routes) => routes as unknown as Record<string, (...args: unknown[]) => unknown>
    const declares = (method: string, options: object) => (routes: Routes) =>
      untyped(routes)[method]?.('/a', options, () => 1)
    expect(refusal(declares('post', { list })).message).to.contain('declares a [list] that it cannot have')
    expect(refusal(declares('get', { list, query: Type.Object({}) }))).to.include({ code: 'argument_invalid' })
    expect(refusal(declares('get', { list: Entry }))).to.include({ code: 'argument_invalid' })
    declares('get', { list })(collect_routes().routes)
  })

  it('are refused at the call with something after the handler, and after the end', () => {
    const untyped = (routes: Routes) => routes as unknown as Record<string, (...args: unknown[]) => unknown>
    for (const given of [
      [() => 1, {}],
      [{}, () => 1, {}],
    ])
      expect(refusal((routes) => untyped(routes).get?.('/a', ...given))).to.include({
        code: 'argument_invalid',
        fix: 'Write the options before the handler, which is the last argument.',
      })
    const { routes, end } = collect_routes()
    end()
    expect(refusal(() => routes.get('/late', () => 1)).message).to.equal(
      'The route [GET /late] was declared after [register_routes] had ended, so it does not exist.',
    )
  })
})
