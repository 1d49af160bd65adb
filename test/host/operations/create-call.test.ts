import { ApiError, as_caller, type PluginContext } from '@atrium/sdk'
import { expect } from 'chai'
import { createCall } from '../../../host/operations/create-call.ts'
import { eachDatabase } from '../../helpers/databases.ts'
import { rejection } from '../../helpers/rejection.ts'
import { ADA, callerWithout, openShop, type Shop } from './fixture.ts'

describe('an in-process call', () => {
  eachDatabase((target) => {
    let shop: Shop
    let call: PluginContext['call']
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
          .get('/raw', { raw: true }, () => 1),
      )
      call = createCall({ operations: shop.operations, perform: shop.perform })
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const names = async () => (await shop.database.knex('shop_items')).map(({ name }: { name: string }) => name)

    it('answers the value, on behalf of the present caller', async () => {
      expect((await shop.ask('POST /orders')).body).to.include({ name: 'Ordered' })
      const refused = shop.ask('POST /orders', { caller: callerWithout('shop.items.create') })
      expect(await rejection(refused)).to.include({ code: 'permission_denied', status: 403 })
    })

    it('belongs to the transaction around it', async () => {
      expect(await rejection(shop.ask('POST /failing'))).to.include({ code: 'no' })
      expect(await names()).to.be.empty
    })

    it('fails alone where its caller goes on', async () => {
      expect((await shop.ask('POST /tolerant')).body).to.deep.equal({ failed: 'no' })
      expect(await names()).to.deep.equal(['Kept'])
    })

    it('is nobody’s outside of any call, unless somebody is named', async () => {
      expect(await rejection(call('GET', '/api/v1/shop/items'))).to.include({ code: 'unauthenticated' })
      expect(await as_caller(ADA, () => call('GET', '/api/v1/shop/items'))).to.deep.equal([])
    })

    it('takes a query, in the path or beside it', async () => {
      await shop.ask('POST /orders')
      const list = (path: string, query = {}) => as_caller(ADA, () => call('GET', path, { query }))
      expect(await list('/api/v1/shop/items?status=active')).to.deep.equal([])
      expect(await list('/api/v1/shop/items?status=draft', { q: 'ordered' })).to.have.lengthOf(1)
      expect(await rejection(list('/api/v1/shop/items', { colour: 'red' }))).to.include({ code: 'query_unknown' })
    })

    it('finds no way where there is none', async () => {
      const ask = (method: 'GET' | 'PUT', path: string) => rejection(as_caller(ADA, () => call(method, path)))
      expect(await ask('GET', '/api/v1/nowhere')).to.include({ code: 'route_not_found', status: 404 })
      const error = (await ask('PUT', '/api/v1/shop/items')) as ApiError
      expect(error).to.include({ code: 'method_not_allowed', status: 405 })
      expect(error.options.headers).to.deep.equal({ allow: 'GET, POST' })
      expect((await ask('GET', '/api/v1/shop/raw')).message).to.contain('over HTTP')
    })

    it('hands over a copy of its body', async () => {
      const body = { name: 'Mine', price: 1 }
      await as_caller(ADA, () => call('POST', '/api/v1/shop/items', { body }))
      expect(body).to.deep.equal({ name: 'Mine', price: 1 })
    })
  })
})
