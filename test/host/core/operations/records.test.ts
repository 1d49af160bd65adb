import type { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { callerWithout, type Given, openShop, type Shop } from './fixture.ts'

const UNINFORMED = callerWithout('shop.items.cost')

describe('The routes of the record kit', () => {
  eachDatabase((target) => {
    let shop: Shop
    before(async () => {
      shop = await openShop(target, (routes, { items }) =>
        routes.post('/items/{item_id}/retire', {}, ({ params }) => items.update(params.item_id, { status: 'retired' })),
      )
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const make = async (values: object = {}, given: Given = {}) =>
      (await shop.ask('POST /items', { body: { name: 'Lamp', price: 1, ...values }, ...given })).body as { id: number }

    it('create a record with its defaults, location and ETag', async () => {
      const { status, headers, body } = await shop.ask('POST /items', { body: { name: 'Lamp', price: 1990 } })
      const { id, created_at, ...rest } = body as { id: number; created_at: string }
      expect(status).to.equal(201)
      expect(rest).to.deep.equal({ name: 'Lamp', price: 1990, status: 'draft' })
      expect(headers).to.deep.equal({ location: `/api/v1/shop/items/${id}`, etag: `"${id}.1"` })
      expect(created_at).to.be.a('string')
    })

    it('answer a list with its total, and one record with its ETag', async () => {
      const { id } = await make()
      const list = await shop.ask('GET /items', { query: { _sort: 'name', _start: '0', _end: '10' } })
      expect(list.headers).to.include({ 'x-total-count': '1' })
      const one = await shop.ask(`GET /items/${id}`)
      expect(list.body).to.deep.equal([one.body])
      expect(one.headers).to.deep.equal({ etag: `"${id}.1"` })
    })

    it('accept PUT with the full record as it was read, including read-only fields', async () => {
      const { id } = await make({ notes: 'kept' })
      const { body } = await shop.ask(`GET /items/${id}`)
      const { notes, ...record } = body as { notes: string }
      const sent = { ...record, price: 5, created_at: null, id: 'nonsense' }
      const replaced = await shop.ask(`PUT /items/${id}`, { body: sent })
      expect(replaced.body).to.deep.equal({ ...record, notes, price: 5 })
      expect(replaced.headers).to.deep.equal({ etag: `"${id}.2"` })
    })

    it('refuse PUT without a required field, even one with a default', async () => {
      const { id } = await make()
      const error = (await rejection(shop.ask(`PUT /items/${id}`, { body: { name: 'x' } }))) as ApiError
      expect(error).to.include({ code: 'validation_failed' })
      expect(error.options.errors).to.deep.equal({ status: 'Required', price: 'Required' })
    })

    it('accept PATCH with any fields, where null removes an optional one', async () => {
      const { id } = await make({ notes: 'dusty' })
      const { body } = await shop.ask(`PATCH /items/${id}`, { body: { price: 3, notes: null } })
      expect(body).to.include({ price: 3, name: 'Lamp', status: 'draft' }).and.not.to.have.property('notes')
    })

    it('refuse null for a required field, with the message of the field', async () => {
      const { id } = await make()
      const error = (await rejection(shop.ask(`PATCH /items/${id}`, { body: { name: null, price: null } }))) as ApiError
      expect(error.options.errors).to.deep.equal({ name: 'Enter text', price: 'Enter a whole number' })
    })

    it('refuse an unknown field', async () => {
      const { id } = await make()
      for (const call of ['POST /items', `PATCH /items/${id}`, `PUT /items/${id}`]) {
        const error = (await rejection(shop.ask(call, { body: { prise: 1 } }))) as ApiError
        expect(error.options.errors, call).to.have.property('prise').that.contains('did you mean [price]?')
      }
    })

    it('refuse a stale If-Match with the current record', async () => {
      const { id } = await make()
      await shop.ask(`PATCH /items/${id}`, { body: { price: 2 }, headers: { 'if-match': `"${id}.1"` } })
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const body =
          method === 'PUT' ? { name: 'a', price: 3, status: 'draft' } : method === 'PATCH' ? { price: 3 } : undefined
        const headers = { 'if-match': `"${id}.1"` }
        const error = (await rejection(shop.ask(`${method} /items/${id}`, { body, headers }))) as ApiError
        expect(error, method).to.include({ code: 'version_mismatch', status: 412 })
        expect(error.options.current).to.include({ id, price: 2 })
        expect(error.options.headers).to.deep.equal({ etag: `"${id}.2"` })
      }
    })

    it('answer a deletion with the deleted record', async () => {
      const { id } = await make()
      const { status, body } = await shop.ask(`DELETE /items/${id}`)
      expect(status).to.equal(200)
      expect(body).to.include({ id, name: 'Lamp' })
      expect(await rejection(shop.ask(`GET /items/${id}`))).to.include({ code: 'record_not_found', status: 404 })
    })

    it('answer 404 for a malformed id', async () => {
      for (const id of ['x', '0', '1e3', '99999999999999999999', '%00', "1'--"]) {
        expect(await rejection(shop.ask(`GET /items/${id}`)), id).to.include({ code: 'record_not_found', status: 404 })
      }
    })

    it('report a value that is too large for its column', async function () {
      if (target.dialect === 'sqlite') return
      expect(await rejection(make({ price: 2 ** 40 }))).to.include({ code: 'validation_failed', status: 422 })
    })

    it('validate the changed record as a whole, including the conditions that the host added', async () => {
      const needsNotes = { if: { properties: { status: { const: 'retired' } } }, then: { required: ['notes'] } }
      const conditional = await openShop(
        target,
        () => undefined,
        (operation) => {
          if (operation.declaration.kind !== 'update') return operation
          return { ...operation, schemas: { ...operation.schemas, record: { type: 'object', allOf: [needsNotes] } } }
        },
      )
      const { body } = await conditional.ask('POST /items', { body: { name: 'Lamp', price: 1 } })
      const call = `PATCH /items/${(body as { id: number }).id}`
      const error = (await rejection(conditional.ask(call, { body: { status: 'retired' } }))) as ApiError
      expect(error.options.errors).to.deep.equal({ notes: 'Required' })
      expect((await conditional.ask(call, { body: { status: 'retired', notes: 'old' } })).status).to.equal(200)
    })

    describe('for a caller without the permission of a field', () => {
      it('withhold it from every answer with a record', async () => {
        const { id } = await make({ cost: 9 })
        for (const call of ['GET /items', `GET /items/${id}`, `POST /items/${id}/retire`, `DELETE /items/${id}`]) {
          const { body } = await shop.ask(call, { caller: UNINFORMED })
          expect(JSON.stringify(body), call).to.contain('Lamp').and.not.to.contain('cost')
        }
        expect((await shop.ask(`GET /items/${(await make({ cost: 9 })).id}`)).body).to.include({ cost: 9 })
      })

      it('withhold it from the current record of a 412 as well', async () => {
        const { id } = await make({ cost: 9 })
        const stale = shop.ask(`DELETE /items/${id}`, { caller: UNINFORMED, headers: { 'if-match': '"0.0"' } })
        const error = (await rejection(stale)) as ApiError
        expect(error).to.include({ code: 'version_mismatch', status: 412 })
        expect(error.options.current).to.include({ id }).and.not.to.have.property('cost')
      })

      it('refuse to set it and to sort or filter by it', async () => {
        const { id } = await make({ cost: 9 })
        for (const call of ['POST /items', `PATCH /items/${id}`]) {
          const body = { name: 'New', price: 1, cost: 1 }
          const error = await rejection(shop.ask(call, { body, caller: UNINFORMED }))
          expect(error, call).to.include({ code: 'permission_denied', status: 403 })
          expect(error.message).to.contain('[shop.items.cost]')
        }
        for (const query of [{ cost_gte: '1' }, { _sort: 'cost' }]) {
          const error = await rejection(shop.ask('GET /items', { query, caller: UNINFORMED }))
          expect(error).to.include({ code: 'query_unknown' })
        }
      })

      it('preserve it in a PUT, in which such a caller cannot send it', async () => {
        const { id } = await make({ cost: 9 })
        await shop.ask(`PUT /items/${id}`, { body: { name: 'New', price: 1, status: 'draft' }, caller: UNINFORMED })
        expect((await shop.ask(`GET /items/${id}`)).body).to.include({ name: 'New', cost: 9 })
      })
    })
  })
})
