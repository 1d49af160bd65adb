import { ApiError, type PluginContext } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import { createCall } from '../../../../host/core/operations/inner-call.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { ADA, callerWithout, openShop, type Shop } from './fixture.ts'

describe('An in-process call', () => {
  eachDatabase((target) => {
    let shop: Shop
    let call: PluginContext['call']
    let call_each: PluginContext['call_each']
    before(async () => {
      shop = await openShop(target, (routes) =>
        routes
          .post('/orders', {}, async () => call('POST', '/api/v1/shop/items', { body: { name: 'Ordered', price: 1 } }))
          .post('/failing', {}, async () => {
            await call('POST', '/api/v1/shop/items', { body: { name: 'Ordered', price: 1 } })
            throw new ApiError('no', { status: 409, detail: 'No.' })
          })
          .post('/tolerant', {}, async () => {
            await call('POST', '/api/v1/shop/items', { body: { name: 'Kept', price: 1 } })
            return call('POST', '/api/v1/shop/failing').catch((error: ApiError) => ({ failed: error.code }))
          })
          .post('/afar', { transaction: false }, async () => {
            await call('POST', '/api/v1/shop/items', { body: { name: 'Kept', price: 1 } })
            throw new ApiError('no', { status: 409, detail: 'No.' })
          })
          .get('/raw', { raw: true }, () => 1),
      )
      ;({ call, call_each } = createCall(shop))
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const names = async () => (await shop.database.knex('shop_items')).map(({ name }: { name: string }) => name)

    it('returns the value, on behalf of the current caller', async () => {
      expect((await shop.ask('POST /orders')).body).to.include({ name: 'Ordered' })
      const refused = shop.ask('POST /orders', { caller: callerWithout('shop.items.create') })
      expect(await rejection(refused)).to.include({ code: 'permission_denied', status: 403 })
    })

    it('without a path says how to write it', async () => {
      const untyped = call as (route: string) => Promise<unknown>
      expect((await rejection(untyped('GET /api/v1/shop/items'))).message).to.equal(
        "[context.call] takes a method and a path: call('GET', '/api/v1/…').",
      )
    })

    it('joins the transaction around it', async () => {
      expect(await rejection(shop.ask('POST /failing'))).to.include({ code: 'no' })
      expect(await names()).to.be.empty
    })

    it('can fail without failing its caller', async () => {
      expect((await shop.ask('POST /tolerant')).body).to.deep.equal({ failed: 'no' })
      expect(await names()).to.deep.equal(['Kept'])
    })

    it('has no caller outside any other call, unless one is named', async () => {
      expect(await rejection(call('GET', '/api/v1/shop/items'))).to.include({ code: 'unauthenticated' })
      expect(await as_caller(ADA, () => call('GET', '/api/v1/shop/items'))).to.deep.equal([])
    })

    it('accepts a query, in the path or as an option', async () => {
      await shop.ask('POST /orders')
      const list = (path: string, query = {}) => as_caller(ADA, () => call('GET', path, { query }))
      expect(await list('/api/v1/shop/items?status=active')).to.deep.equal([])
      expect(await list('/api/v1/shop/items?status=draft', { q: 'ordered' })).to.have.lengthOf(1)
      expect(await rejection(list('/api/v1/shop/items', { colour: 'red' }))).to.include({ code: 'query_unknown' })
    })

    it('fails if no route matches', async () => {
      const ask = (method: 'GET' | 'PUT', path: string) => rejection(as_caller(ADA, () => call(method, path)))
      expect(await ask('GET', '/api/v1/nowhere')).to.include({ code: 'route_not_found', status: 404 })
      const error = (await ask('PUT', '/api/v1/shop/items')) as ApiError
      expect(error).to.include({ code: 'method_not_allowed', status: 405 })
      expect(error.options.headers).to.deep.equal({ allow: 'GET, POST' })
      expect((await ask('GET', '/api/v1/shop/raw')).message).to.contain('over HTTP')
    })

    it('passes a copy of its body', async () => {
      const body = { name: 'Mine', price: 1 }
      await as_caller(ADA, () => call('POST', '/api/v1/shop/items', { body }))
      expect(body).to.deep.equal({ name: 'Mine', price: 1 })
    })

    describe('with many bodies', () => {
      const items = (...names: string[]) => names.map((name) => ({ name, price: 1 }))
      const told = (answers: Awaited<ReturnType<PluginContext['call_each']>>) =>
        answers.map((answer) => ('value' in answer ? (answer.value as { name: string }).name : answer.error.code))
      const createEach = (bodies: readonly unknown[], caller = ADA) =>
        as_caller(caller, () => call_each('POST', '/api/v1/shop/items', bodies))

      it('creates a record for each and reports why some are refused', async () => {
        await createEach(items('taken'))
        const bodies = [...items('a', '', 'taken', 'b'), { name: 'c', price: 1, colour: 'red' }, 7]
        const refused = ['validation_failed', 'conflict', 'b', 'validation_failed', 'validation_failed']
        const answers = await createEach(bodies)
        expect(told(answers)).to.deep.equal(['a', ...refused])
        const wrong = answers[1]
        expect(wrong && 'error' in wrong && wrong.error.options.details).to.have.nested.property('[0].pointer', '/name')
        expect((await names()).sort()).to.deep.equal(['a', 'b', 'taken'])
      })

      it('writes an audit row for each created record', async () => {
        const audit = () => shop.database.knex('platform_audit')
        await audit().delete()
        const answers = await createEach(items('a', '', 'b'))
        const ids = answers.flatMap((answer) =>
          'value' in answer ? [String((answer.value as { id: number }).id)] : [],
        )
        const rows = await audit().orderBy('id')
        expect(rows.map(({ record_id }: { record_id: string }) => record_id)).to.deep.equal(ids)
        expect(rows[0]).to.include({ operation: 'POST /api/v1/shop/items', caller_id: 'u1', status: 201 })
        expect(rows[0]).to.have.property('fields', '["name","price"]')
      })

      it('withholds and refuses fields as a single call does', async () => {
        const caller = callerWithout('shop.items.cost')
        const answers = await createEach(
          [
            { name: 'a', price: 1 },
            { name: 'b', price: 1, cost: 1 },
          ],
          caller,
        )
        expect(told(answers)).to.deep.equal(['a', 'permission_denied'])
      })

      it('runs any operation, one body after the other', async () => {
        await createEach(items('Ordered'))
        const answers = await as_caller(ADA, () => call_each('POST', '/api/v1/shop/tolerant', [{}, {}]))
        expect(answers.map((answer) => 'value' in answer || answer.error.code)).to.deep.equal([true, 'conflict'])
      })

      it('opens no transaction if the operation declines one', async () => {
        const answers = await as_caller(ADA, () => call_each('POST', '/api/v1/shop/afar', [{}, {}]))
        expect(told(answers)).to.deep.equal(['no', 'conflict'])
        expect(await names()).to.deep.equal(['Kept'])
      })

      it('is refused as a whole if none can succeed', async () => {
        const denied = createEach(items('a'), callerWithout('shop.items.create'))
        expect(await rejection(denied)).to.include({ code: 'permission_denied' })
        const nowhere = as_caller(ADA, () => call_each('POST', '/api/v1/nowhere', [{}]))
        expect(await rejection(nowhere)).to.include({ code: 'route_not_found' })
      })

      it('passes copies, and returns nothing for no bodies', async () => {
        const bodies = items('Mine')
        await createEach(bodies)
        expect(bodies).to.deep.equal(items('Mine'))
        expect(await createEach([])).to.deep.equal([])
      })
    })
  })
})
