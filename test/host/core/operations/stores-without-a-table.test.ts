import { ApiError, array_store, type RecordStore, type Static, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { createPerform } from '../../../../host/core/operations/perform.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { type Given, openShop, requestOf, type Shop } from './fixture.ts'

const Parcel = Type.Object({ id: Type.Integer({ readOnly: true }), address: Type.String() })
type Parcel = Static<typeof Parcel>

const KEYS = 'platform_idempotency_keys'

describe('The record kit over a store without a table', () => {
  eachDatabase((target) => {
    let shop: Shop
    /** What another system does while it creates a parcel. */
    let meanwhile: () => Promise<void>
    let sent: string[]
    before(async () => {
      const courier = array_store([], Parcel, { filter: ['address'] })
      shop = await openShop(target, (routes, { database, items }) => {
        const parcels: RecordStore<Parcel> = {
          schema: courier.schema,
          rules: courier.rules,
          list: (query) => courier.list(query),
          ids: (query) => courier.ids(query),
          get: (id) => courier.get(id),
          create: async (values) => {
            sent.push(`${values.address}${database.presentTransaction ? ' in a transaction' : ''}`)
            await meanwhile()
            return courier.create(values)
          },
          update: (id, patch, options) => courier.update(id, patch, options),
          delete: (id, options) => courier.delete(id, options),
        }
        routes
          .records('/parcels/{parcel_id}', parcels)
          .records('/letters/{letter_id}', { ...parcels, transaction: true })
          .post('/orders', { permission: 'shop.orders.create' }, ({ body }) =>
            items.create({ ...(body as { name: string }), price: 1 }),
          )
      })
    })
    beforeEach(async () => {
      sent = []
      meanwhile = async () => undefined
      await shop.database.knex('shop_items').delete()
      await shop.database.knex('platform_audit').delete()
    })

    const withKey = (key?: string, given: Given = {}): Given => ({
      body: { address: 'Graz' },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...given,
    })
    const send = (key?: string, given?: Given) => shop.ask('POST /parcels', withKey(key, given))
    const codeOf = async (sending: Promise<unknown>) => ((await rejection(sending)) as ApiError).code

    it('holds no transaction while it waits for another system, so others change the database meanwhile', async () => {
      let orders = 0
      meanwhile = () =>
        shop.database.outside(async () => {
          await shop.ask('POST /orders', { body: { name: `Order ${++orders}` } })
        })
      expect((await send()).status).to.equal(201)
      expect((await send('a-key')).status).to.equal(201)
      expect([sent, orders]).to.deep.equal([['Graz', 'Graz'], 2])
    })

    it('has a transaction if the store asks for one', async () => {
      await shop.ask('POST /letters', { body: { address: 'Wien' } })
      expect(sent).to.deep.equal(['Wien in a transaction'])
    })

    it('leaves an audit row for each change', async () => {
      const { id } = (await send()).body as Parcel
      await shop.ask(`PATCH /parcels/${id}`, { body: { address: 'Linz' } })
      await shop.ask('POST /parcels/delete', { body: { ids: [id] } })
      const rows = await shop.database.knex('platform_audit').orderBy('id').select('operation', 'record_id')
      expect(rows.map(({ operation, record_id }) => `${operation} ${record_id}`)).to.deep.equal([
        `POST /api/v1/shop/parcels ${id}`,
        `PATCH /api/v1/shop/parcels/{parcel_id} ${id}`,
        `DELETE /api/v1/shop/parcels/{parcel_id} ${id}`,
        'POST /api/v1/shop/parcels/delete null',
      ])
    })

    it('answers a stale If-Match with 412 and the current record', async () => {
      const { body, headers } = await send()
      const call = `PATCH /parcels/${(body as Parcel).id}`
      const ifMatch = { headers: { 'if-match': headers.etag } }
      await shop.ask(call, { body: { address: 'Linz' }, ...ifMatch })
      const error = (await rejection(shop.ask(call, { body: { address: 'Wels' }, ...ifMatch }))) as ApiError
      expect(error).to.include({ code: 'version_mismatch', status: 412 })
      expect(error.options.current).to.deep.include({ address: 'Linz' })
    })

    describe('with an Idempotency-Key', () => {
      it('replays the answer and does the work once', async () => {
        const first = await send('replayed')
        const second = await send('replayed')
        expect(second).to.deep.equal({ ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } })
        expect(sent).to.have.length(1)
        expect(await codeOf(send('replayed', { body: { address: 'Wien' } }))).to.equal('idempotency_key_reused')
      })

      it('answers 409 while the first request is running', async () => {
        meanwhile = async () => {
          meanwhile = async () => undefined
          expect(await codeOf(send('running'))).to.equal('idempotency_in_progress')
        }
        expect((await send('running')).status).to.equal(201)
        expect(sent).to.have.length(1)
      })

      it('may be sent again after a refusal', async () => {
        meanwhile = () => Promise.reject(new ApiError('no_courier', { status: 409, detail: 'None is free.' }))
        expect(await codeOf(send('refused'))).to.equal('no_courier')
        meanwhile = async () => undefined
        expect((await send('refused')).status).to.equal(201)
      })

      it('is never done twice: after a failure nobody knows whether it took effect, which a repetition says', async () => {
        meanwhile = () => Promise.reject(new ApiError('courier_down', { status: 502, detail: 'No answer.' }))
        expect(await codeOf(send('failed'))).to.equal('courier_down')
        const error = (await rejection(send('failed'))) as ApiError
        expect(error).to.include({ code: 'idempotency_outcome_unknown', status: 409, retryable: false })
        expect(error.message).to.contain('failed with [502]')
        expect(sent).to.have.length(1)
      })

      it('says the same after a host that ended in the middle', async () => {
        const { database, operations } = shop
        const restarted = createPerform({ database, operations })
        meanwhile = async () => {
          const request = requestOf(operations, 'POST /parcels', withKey('ended'))
          if (target.dialect === 'postgres') {
            // Another host on the same server may still be at work.
            expect(await codeOf(restarted(request))).to.equal('idempotency_in_progress')
            await database.knex(KEYS).update({ created_at: new Date(Date.now() - 60_000).toISOString() })
          }
          const error = (await rejection(restarted(request))) as ApiError
          expect(error).to.include({ code: 'idempotency_outcome_unknown', status: 409 })
          expect(error.message).to.contain('the host stopped meanwhile')
        }
        expect((await send('ended')).status).to.equal(201)
        expect(sent).to.have.length(1)
      })
    })
  })
})
