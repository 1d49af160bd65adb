import { ApiError, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { createPerform, type PerformOptions } from '../../../../host/core/operations/perform.ts'
import { RuntimeFindings } from '../../../../host/core/registries/index.ts'
import { target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { ADA, openShop, requestOf, type Shop } from './fixture.ts'

const expired = () => new ApiError('credentials_invalid', { status: 401, detail: 'Expired.' })

describe('Besides answering, perform', () => {
  const sqlite = target('sqlite3')
  const lease = new Hold()
  let shop: Shop
  let sent = 0
  before(async () => {
    sent = 0
    shop = await openShop(
      sqlite,
      (routes, { database, items }) => {
        const touch = () => database.context('shop_items').update({ name: 'Touched' })
        const view = { permission: 'shop.items.view' }
        routes
          .get('/broken', view, () => {
            throw new Error('broken')
          })
          .get('/plain', {}, () => ({}))
          .get('/open', { open: true }, () => ({}))
          .get('/raw', { raw: true }, touch)
          .get('/raw-wrong', { raw: true, response: Type.Object({ a: Type.Integer() }) }, () => ({
            a: 'x' as unknown as number,
          }))
          .get(
            '/nothing',
            { response: Type.Object({ a: Type.Integer() }) },
            () => undefined as unknown as { a: number },
          )
          .get('/wrong', { response: Type.Object({ a: Type.Integer() }) }, () => ({ a: 'x' as unknown as number }))
          .post('/sign-in', { open: true }, () => Promise.reject(expired()))
          .post('/refused', { open: true }, () => Promise.reject(expired()))
          .post('/teapot', { open: true }, () => Promise.reject(new ApiError('teapot', { status: 418, detail: 'No.' })))
          .post('/looks', { read_only: true }, () => ({ id: 1 }))
          .post('/looks-and-writes', { read_only: true }, touch)
          .get('/writes', view, touch)
          .post('/sends', { transaction: false }, () => ({ id: ++sent }))
          .post('/quiet', {}, () => ({ id: 1 }))
          .post('/renames', {}, () => items.create({ name: 'Renamed', price: 1 }))
          .post('/outside', { transaction: false }, () => ({ id: 1 }))
          .post('/tries', { query: Type.Object({ dry_run: Type.Optional(Type.String()) }) }, () => ({ id: 1 }))
      },
      (operation) => ({
        ...operation,
        lease,
        ...(/sign-in|teapot/.test(operation.name) && { auditsRefusals: true as const }),
        ...(operation.name.endsWith('/quiet') && { unaudited: true as const }),
      }),
    )
  })

  const performing = (options: Partial<PerformOptions>) => {
    const perform = createPerform({ database: shop.database, operations: shop.operations, ...options })
    return (call: string, given: Parameters<typeof requestOf>[2] = {}) =>
      perform(requestOf(shop.operations, call, given))
  }
  const audited = async (work: () => Promise<unknown>) => {
    await shop.database.knex('platform_audit').delete()
    await work().catch(() => undefined)
    return shop.database.knex<{ operation: string; status: number }>('platform_audit').select('operation', 'status')
  }

  it('reports a handler that fails, and none that refuses', async () => {
    const findings = new RuntimeFindings()
    findings.begin('shop', { lease, locate: () => undefined })
    const ask = performing({ findings })
    for (const call of ['GET /broken', 'POST /refused', 'GET /plain']) await ask(call).catch(() => undefined)
    const found = findings.of('shop')?.findings.map(({ code, work }) => `${code} ${work}`)
    expect(found).to.deep.equal(['handler_failed GET /api/v1/shop/broken'])
  })

  it('notes which permission let a caller in', async () => {
    const noted: string[] = []
    const ask = performing({ uses: { note: ({ id }, permission) => void noted.push(`${id} ${permission}`) } })
    await ask('GET /items')
    await ask('GET /open')
    expect(noted).to.deep.equal(['u1 shop.items.view'])
  })

  it('writes down who was refused at the door where one signs in, and no other refusal', async () => {
    expect(await audited(() => shop.ask('POST /sign-in'))).to.deep.equal([
      { operation: 'POST /api/v1/shop/sign-in', status: 401 },
    ])
    expect(await audited(() => shop.ask('POST /teapot'))).to.deep.equal([])
    expect(await audited(() => shop.ask('POST /refused'))).to.deep.equal([])
  })

  it('writes no row about what reads, what has its own rows, and a dry run', async () => {
    for (const call of ['POST /looks', 'POST /quiet', 'GET /plain'])
      expect(await audited(() => shop.ask(call)), call).to.deep.equal([])
    expect(await audited(() => shop.ask('POST /tries', { query: { dry_run: '1' } }))).to.deep.equal([])
    expect(await audited(() => shop.ask('POST /tries', { query: { dry_run: '0' } }))).to.have.lengthOf(1)
    expect(await audited(() => shop.ask('POST /tries'))).to.have.lengthOf(1)
    expect(await audited(() => shop.ask('POST /outside', { query: { dry_run: '1' } })), 'no dry run').to.have.lengthOf(
      1,
    )
  })

  it('refuses a change of what only reads, in a preview also that of a page, and says which of both it is', async () => {
    await shop.ask('POST /items', { body: { name: 'Untouched', price: 1 } })
    const code = async (call: string, caller = ADA) => (await rejection(shop.ask(call, { caller }))) as ApiError
    for (const call of ['GET /writes', 'POST /looks-and-writes'])
      expect(await code(call), call).to.include({ code: 'written_while_reading' })
    const by = createPrincipal({ id: '1', kind: 'person', name: 'Ada', permissions: ['*'] })
    const caller = createPrincipal({ ...by, permissions: ['*'], preview: { kind: 'role', id: 'r', name: 'Role', by } })
    for (const call of ['GET /writes', 'GET /raw', 'POST /looks-and-writes'])
      expect(await code(call, caller), call).to.include({ code: 'preview_read_only' })
    expect(await shop.database.knex('shop_items').where({ name: 'Untouched' })).to.have.length(1)
    expect((await shop.ask('GET /plain', { caller })).body).to.deep.equal({})
    await shop.database.knex('shop_items').delete()
  })

  it('does work with a key of its own once outside of a transaction, with one row in the audit log', async () => {
    const request = () => Object.assign(requestOf(shop.operations, 'POST /sends'), { key: 'once' })
    const rows = await audited(async () => {
      for (const time of ['first', 'again']) {
        const { status, body } = await shop.perform(request())
        expect({ status, body }, time).to.deep.equal({ status: 200, body: { id: 1 } })
      }
    })
    expect(sent).to.equal(1)
    expect(rows).to.deep.equal([{ operation: 'POST /api/v1/shop/sends', status: 200 }])
  })

  it('lets a raw GET change something, because it may be a page that somebody signs in at', async () => {
    await shop.ask('POST /items', { body: { name: 'Lamp', price: 1 } })
    expect((await shop.ask('GET /raw')).body).to.equal(1)
    expect((await shop.ask('GET /items')).body).to.have.nested.property('[0].name', 'Touched')
  })

  it('checks answers only if it was told to, and not those that a raw handler sends on its own', async () => {
    expect((await shop.ask('GET /raw-wrong')).body).to.deep.equal({ a: 'x' })
    const wrong = await rejection(shop.ask('GET /wrong'))
    expect(wrong).to.include({ code: 'response_invalid' })
    expect(wrong.message).to.match(
      /^The answer of \[GET .*\/wrong\] does not match its response schema: \[\/a\] must be integer\.$/,
    )
    expect((await rejection(shop.ask('GET /nothing'))).message)
      .to.include('returned nothing')
      .and.to.include('404')
    expect((await performing({})('GET /wrong')).body).to.deep.equal({ a: 'x' })
  })

  describe('if the audit log cannot be written,', () => {
    before(() => shop.database.knex.schema.renameTable('platform_audit', 'away'))
    after(() => shop.database.knex.schema.renameTable('away', 'platform_audit'))

    it('changes nothing', async () => {
      expect(await rejection(shop.ask('POST /renames'))).to.include({ status: 500 })
      const rows = await shop.database.knex('shop_items').where('name', 'Renamed')
      expect(rows).to.deep.equal([])
    })

    it('refuses all the same, and says in its own log that the refusal is not written down', async () => {
      const said: string[] = []
      const log = { error: (message: string) => void said.push(message) } as unknown as PerformOptions['log']
      const error = await rejection(performing({ log })('POST /sign-in', { caller: ADA }))
      expect(error).to.include({ status: 401, code: 'credentials_invalid' })
      expect(said).to.deep.equal(['a refused sign-in could not be written to the audit log'])
    })
  })
})
