import { type ApiError, page, type PluginContext, Type } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createCall } from '../../../../host/core/operations/inner-call.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { ADA, callerWithout, Item, openShop, type Shop } from './fixture.ts'

const CLERK = callerWithout('shop.items.cost')
const view = { permission: 'shop.items.view' } as const
const SECRET = /cost|98765/

/** `cost` requires a permission that CLERK does not hold. */
describe('A field with a permission', () => {
  eachDatabase((target) => {
    let shop: Shop
    let call: PluginContext['call']
    let call_each: PluginContext['call_each']
    let id: number
    before(async () => {
      shop = await openShop(target, (routes, { items }) => {
        const one = async (params: { item_id: string }) => items.get(params.item_id)
        routes
          .get('/items/{item_id}/same', view, ({ params }) => one(params))
          .get('/items/{item_id}/copy', view, async ({ params }) => ({ ...(await one(params)) }))
          .get('/items/{item_id}/row', view, async ({ params }) => ({ row: await one(params) }))
          .get('/items/{item_id}/deep', view, async ({ params }) => ({ a: [{ b: { ...(await one(params)) } }] }))
          .get('/items/{item_id}/array', view, async ({ params }) => [{ ...(await one(params)) }])
          .get('/items/{item_id}/page', view, async ({ params }) => page([{ ...(await one(params)) }], 1))
          .get(
            '/items/{item_id}/dictionary',
            { ...view, response: Type.Record(Type.String(), Type.Unknown()) },
            ({ params }) => one(params),
          )
          .get('/items/{item_id}/typed', { ...view, response: Type.Object({ row: Item }) }, async ({ params }) => ({
            row: { ...(await one(params)) },
          }))
          .get('/public', { ...view, response: Type.Object({ cost: Type.Integer() }) }, () => ({ cost: 1 }))
          .post(
            '/items/{item_id}/touch',
            { response: Type.Object({ cost: Type.Integer() }) },
            async ({ params, headers }) => {
              await items.update(params.item_id, { notes: 'x' }, { if_match: headers['if-match'] })
              return { cost: 1 }
            },
          )
          .post('/items/{item_id}/once', { raw: true, once: true, transaction: false }, ({ params, once }) =>
            once('x', async () => ({ row: await one(params) })).then(({ result }) => result),
          )
          .bulk('/items/touch', 'POST /items/{item_id}/touch')
      })
      ;({ call, call_each } = createCall(shop))
      const { body } = await shop.ask('POST /items', { body: { name: 'Lamp', price: 1, cost: 98_765 } })
      ;({ id } = body as { id: number })
    })

    for (const way of ['same', 'copy', 'row', 'deep', 'array', 'page', 'dictionary', 'typed']) {
      it(`is withheld from an answer of the plugin’s own handler: ${way}`, async () => {
        const path = `GET /items/${id}/${way}`
        const withheld = await shop.ask(path, { caller: CLERK })
        expect(JSON.stringify(withheld.body)).to.contain('Lamp').and.not.to.match(SECRET)
        expect(JSON.stringify((await shop.ask(path)).body)).to.contain('98765')
      })
    }

    it('is withheld from records and from lists of them', async () => {
      for (const path of ['/items', `/items/${id}`]) {
        const { body } = await shop.ask(`GET ${path}`, { caller: CLERK })
        expect(JSON.stringify(body), path).to.contain('Lamp').and.not.to.match(SECRET)
      }
    })

    it('is withheld from CSV, both of the record kit and of a page', async () => {
      for (const path of ['/items', `/items/${id}/page`]) {
        const { body } = await shop.ask(`GET ${path}`, { caller: CLERK, headers: { accept: 'text/csv' } })
        expect(await text(body as Readable), path)
          .to.contain('Lamp')
          .and.not.to.match(SECRET)
      }
    })

    it('is withheld from the result of an in-process call', async () => {
      for (const way of ['copy', 'row']) {
        const answer = await as_caller(CLERK, () => call('GET', `/api/v1/shop/items/${id}/${way}`))
        expect(JSON.stringify(answer), way).to.contain('Lamp').and.not.to.match(SECRET)
      }
      const answer = await as_caller(ADA, () => call('GET', `/api/v1/shop/items/${id}/row`))
      expect(JSON.stringify(answer)).to.contain('98765')
    })

    it('is withheld from the current record of a 412, whatever the operation normally answers', async () => {
      const stale = { caller: CLERK, headers: { 'if-match': '"0.0"' } }
      for (const path of [`PATCH /items/${id}`, `POST /items/${id}/touch`]) {
        const body = path.startsWith('PATCH') ? { body: { name: 'Other' } } : {}
        const error = (await rejection(shop.ask(path, { ...stale, ...body }))) as ApiError
        expect(error.status, path).to.equal(412)
        expect(JSON.stringify(error.options.current), path).to.contain('Lamp').and.not.to.match(SECRET)
      }
    })

    it('is withheld from the results of a call with many bodies', async () => {
      const bodies = [{ name: 'Many', price: 1 }]
      const made = await as_caller(CLERK, () => call_each('POST', '/api/v1/shop/items', bodies))
      expect(JSON.stringify(made)).to.contain('Many').and.not.to.match(SECRET)
      const { body } = await shop.ask('POST /items/touch', { caller: CLERK, body: { ids: [id, 0] } })
      expect(JSON.stringify(body)).not.to.match(/98765/)
    })

    it('is withheld from an answer stored for an Idempotency-Key', async () => {
      const asked = { caller: CLERK, headers: { 'idempotency-key': 'k1' } }
      for (const time of ['first', 'again']) {
        const { body } = await shop.ask(`POST /items/${id}/once`, asked)
        expect(JSON.stringify(body), time).to.contain('Lamp').and.not.to.match(SECRET)
      }
      const kept = await shop.database.knex('platform_idempotency_keys').select('body')
      expect(JSON.stringify(kept)).not.to.match(SECRET)
    })

    it('is not withheld if a response schema describes it without a permission', async () => {
      expect((await shop.ask('GET /public', { caller: CLERK })).body).to.deep.equal({ cost: 1 })
    })
  })
})
