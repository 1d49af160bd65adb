import { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { callerWithout, type Given, openShop, type Shop } from './fixture.ts'

describe('A bulk route', () => {
  eachDatabase((target) => {
    let shop: Shop
    before(async () => {
      shop = await openShop(target, (routes, { items, database }) =>
        routes
          .post('/items/{item_id}/retire', {}, async ({ params }) => {
            const item = await items.update(params.item_id, { status: 'retired' })
            if (item.name === 'Stubborn') throw new ApiError('stubborn', { status: 409, detail: 'It will not.' })
            if (item.name === 'Broken') throw new Error('secret')
            return item
          })
          .bulk('/items/retire', 'POST /items/{item_id}/retire')
          .post('/items/{item_id}/mail', { transaction: false }, () => database.context.isTransaction === true)
          .bulk('/items/mail', 'POST /items/{item_id}/mail')
          .post('/boxes/{box_id}/open', {}, () => 1)
          .bulk('/boxes/open', 'POST /boxes/{box_id}/open'),
      )
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const make = async (...names: string[]) => {
      const ids: number[] = []
      for (const name of names) {
        ids.push(((await shop.ask('POST /items', { body: { name, price: 1 } })).body as { id: number }).id)
      }
      return ids
    }
    const retire = async (body: object, given: Given = {}) =>
      (await shop.ask('POST /items/retire', { body, ...given })).body as { done: number[]; failed: unknown[] }
    const statuses = async () =>
      Object.fromEntries(
        (await shop.database.knex('shop_items')).map(({ name, status }: Record<string, string>) => [name, status]),
      ) as object

    it('reports for each record that it is done or why not, and rolls back only the failed ones', async () => {
      const [lamp = 0, stubborn = 0, rug = 0] = await make('Lamp', 'Stubborn', 'Rug')
      expect(await retire({ ids: [lamp, stubborn, 999_999, rug, lamp] })).to.deep.equal({
        done: [lamp, rug],
        failed: [
          { id: stubborn, error: { code: 'stubborn', detail: 'It will not.' } },
          { id: 999_999, error: { code: 'record_not_found', detail: 'There is no record [999999].' } },
        ],
      })
      expect(await statuses()).to.deep.equal({ Lamp: 'retired', Stubborn: 'draft', Rug: 'retired' })
    })

    it('does not reveal an internal error', async () => {
      const { failed } = await retire({ ids: await make('Broken') })
      expect(JSON.stringify(failed)).to.contain('internal_error').and.not.to.contain('secret')
    })

    it('processes all records that match a filter, even as they cease to match', async () => {
      const names = Array.from({ length: 30 }, (_, index) => `Item ${index}`)
      await make('Other', ...names)
      const { done, failed } = await retire({ filter: 'status=draft&q=item' })
      expect([done.length, failed.length]).to.deep.equal([30, 0])
      expect(await retire({ filter: 'status=draft&q=item' })).to.deep.equal({ done: [], failed: [] })
      expect(await statuses()).to.include({ Other: 'draft' })
    })

    it('deletes several records', async () => {
      const ids = await make('a', 'b', 'c')
      const { body } = await shop.ask('POST /items/delete', { body: { ids: ids.slice(0, 2) } })
      expect(body).to.deep.equal({ done: ids.slice(0, 2), failed: [] })
      expect(await statuses()).to.have.keys('c')
    })

    it('requires the permission of the repeated route, and the view permission for a filter', async () => {
      const [id = 0] = await make('Lamp')
      const { failed } = await retire({ ids: [id] }, { caller: callerWithout('shop.items.retire') })
      expect(failed).to.have.nested.property('[0].error.code', 'permission_denied')
      const blind = retire({ filter: '' }, { caller: callerWithout('shop.items.view') })
      expect(await rejection(blind)).to.include({ code: 'permission_denied' })
    })

    it('writes an audit row for itself and for each record', async () => {
      const ids = await make('a', 'b')
      const before = await shop.database.knex('platform_audit')
      await retire({ ids })
      const rows = await shop.database.knex('platform_audit').orderBy('id').offset(before.length)
      expect(rows.map(({ record_id }: { record_id: string }) => record_id)).to.deep.equal([...ids.map(String), null])
    })

    it('opens no transaction if the repeated route declines one', async () => {
      const ids = await make('a')
      expect((await shop.ask('POST /items/mail', { body: { ids } })).body).to.deep.equal({ done: ids, failed: [] })
      const keyed = shop.ask('POST /items/mail', { body: { ids }, headers: { 'idempotency-key': 'k' } })
      expect(await rejection(keyed)).to.include({ code: 'idempotency_unsupported' })
    })

    it('accepts an Idempotency-Key like any other route', async () => {
      const ids = await make('a')
      const given = { headers: { 'idempotency-key': 'bulk' } }
      const first = await shop.ask('POST /items/delete', { body: { ids }, ...given })
      const second = await shop.ask('POST /items/delete', { body: { ids }, ...given })
      expect(second.body).to.deep.equal(first.body)
    })

    const refused: [string, object, string][] = [
      ['neither ids nor filter', {}, 'validation_failed'],
      ['both', { ids: [1], filter: '' }, 'validation_failed'],
      ['no ids', { ids: [] }, 'validation_failed'],
      ['too many ids', { ids: Array.from({ length: 501 }, (_, index) => index) }, 'validation_failed'],
      ['ids of another type', { ids: [{}] }, 'validation_failed'],
      ['something else', { ids: [1], all: true }, 'validation_failed'],
      ['a filter with paging', { filter: '_limit=5' }, 'validation_failed'],
      ['a filter nobody knows', { filter: 'colour=red' }, 'query_unknown'],
    ]
    for (const [what, body, code] of refused) {
      it(`is refused with ${what}`, async () => {
        expect(await rejection(retire(body))).to.include({ code })
      })
    }

    it('is told which two members there are if it sends neither', async () => {
      const { message } = await rejection(retire({}))
      expect(message).to.equal(
        'Send [ids], the records to change, or [filter] for all that match, such as "status=draft".',
      )
    })

    it('without a body is refused with 400 that says what to send, with and without an Idempotency-Key', async () => {
      for (const headers of [{}, { 'idempotency-key': 'none' }]) {
        const error = (await rejection(shop.ask('POST /items/retire', { headers }))) as ApiError
        expect(error).to.include({ code: 'body_malformed', status: 400 })
        expect(error.message).to.contain('{ "ids": [1, 2] }').and.to.contain('"filter"')
      }
    })

    it('refuses a filter if there is no list to filter', async () => {
      const error = await rejection(shop.ask('POST /boxes/open', { body: { filter: '' } }))
      expect(error).to.include({ code: 'validation_failed' })
    })
  })
})
