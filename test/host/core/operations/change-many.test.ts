import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { callerWithout, type Given, openShop, type Shop } from './fixture.ts'

interface Made {
  readonly id: number
  readonly name: string
  readonly price: number
}

describe('The route that changes many records', () => {
  eachDatabase((target) => {
    let shop: Shop
    before(async () => {
      shop = await openShop(target)
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const make = async (...names: string[]) => {
      const made: Made[] = []
      for (const name of names) made.push((await shop.ask('POST /items', { body: { name, price: 1 } })).body as Made)
      return made
    }
    const change = async (body: object, given: Given = {}) =>
      (await shop.ask('POST /items/change', { body, ...given })).body as { done: number[]; failed: Failure[] }
    const prices = async () =>
      Object.fromEntries(
        (await shop.database.knex('shop_items')).map(({ name, price }: Made) => [name, price]),
      ) as object
    const idsOf = (made: readonly Made[]) => made.map(({ id }) => id)

    it('gives all of them the same values, and leaves their other fields and other records alone', async () => {
      const [lamp, rug, chair] = (await make('Lamp', 'Rug', 'Chair')) as [Made, Made, Made]
      const body = { ids: [lamp.id, rug.id], changes: { price: 7, notes: 'sale' } }
      expect(await change(body)).to.deep.equal({ done: [lamp.id, rug.id], failed: [] })
      expect(await prices()).to.deep.equal({ Lamp: 7, Rug: 7, Chair: 1 })
      expect((await shop.ask(`GET /items/${lamp.id}`)).body).to.include({ name: 'Lamp', notes: 'sale' })
      await change({ ids: [lamp.id], changes: { notes: null } })
      expect((await shop.ask(`GET /items/${lamp.id}`)).body).not.to.have.property('notes')
      expect((await shop.ask(`GET /items/${chair.id}`)).headers).to.include({ etag: `"${chair.id}.1"` })
    })

    it('changes all records that match a filter, also as they cease to match', async () => {
      await make('Lamp', 'Rug')
      await change({ filter: 'price=1', changes: { price: 2 } })
      expect(await prices()).to.deep.equal({ Lamp: 2, Rug: 2 })
    })

    it('reports the records that refuse the change, with the reason, and changes the others', async () => {
      const [lamp, rug] = (await make('Lamp', 'Rug')) as [Made, Made]
      const { done, failed } = await change({ ids: [lamp.id, 999_999, rug.id], changes: { name: 'Same' } })
      expect(done).to.deep.equal([lamp.id])
      expect(failed.map(({ id, error }) => [id, error.code])).to.deep.equal([
        [999_999, 'record_not_found'],
        [rug.id, 'conflict'],
      ])
      expect(await prices()).to.have.keys('Same', 'Rug')
    })

    it('does not overwrite a record that has changed since it was seen, and names the fields', async () => {
      const made = (await make('Lamp', 'Rug', 'Chair')) as [Made, Made, Made]
      const [lamp, rug] = made
      await shop.ask(`PATCH /items/${rug.id}`, { body: { notes: 'by somebody else' } })
      const seen = Object.fromEntries(made.map((item) => [item.id, { ...item, notes: null }]))
      const answer = await change({ ids: idsOf(made), changes: { price: 9 }, seen })
      expect(answer.done).to.deep.equal([lamp.id, made[2].id])
      expect(answer.failed).to.deep.equal([
        {
          id: rug.id,
          error: {
            code: 'version_mismatch',
            detail: 'It has changed since you read it: [notes]. Read it again, then change it.',
          },
        },
      ])
      expect(await prices()).to.deep.equal({ Lamp: 9, Rug: 1, Chair: 9 })
    })

    it('ignores seen values that nobody can send, such as times, and takes an absent value for none', async () => {
      const [lamp] = (await make('Lamp')) as [Made]
      const seen = { [lamp.id]: { ...lamp, created_at: '1970-01-01T00:00:00.000Z', notes: null, age: 3 } }
      expect((await change({ ids: [lamp.id], changes: { price: 9 }, seen })).failed).to.deep.equal([])
      expect(await prices()).to.deep.equal({ Lamp: 9 })
    })

    it('refuses values that the schema of one record refuses, before anything is changed', async () => {
      const ids = idsOf(await make('Lamp'))
      const refused: unknown[] = [{ price: -1 }, { colour: 'red' }, { status: 'lost' }, 7, undefined]
      for (const changes of refused)
        expect(await rejection(change({ ids, changes })), JSON.stringify(changes)).to.include({
          code: 'validation_failed',
        })
      expect(await prices()).to.deep.equal({ Lamp: 1 })
      expect(await rejection(shop.ask('POST /items/delete', { body: { ids, changes: {} } }))).to.include({
        code: 'validation_failed',
      })
    })

    it('requires the permission of the change of one record, and of a field that has one', async () => {
      const ids = idsOf(await make('Lamp'))
      const caller = callerWithout('shop.items.update')
      const { failed } = await change({ ids, changes: { price: 2 } }, { caller })
      expect(failed).to.have.nested.property('[0].error.code', 'permission_denied')
      const unaware = await change({ ids, changes: { cost: 2 } }, { caller: callerWithout('shop.items.cost') })
      expect(unaware.failed).to.have.nested.property('[0].error.code', 'permission_denied')
      expect(await prices()).to.deep.equal({ Lamp: 1 })
    })

    it('writes an audit row with the changes of each record, and takes effect once with an Idempotency-Key', async () => {
      const ids = idsOf(await make('Lamp', 'Rug'))
      const before = await shop.database.knex('platform_audit')
      const given = { headers: { 'idempotency-key': `change-${target.name}` } }
      const first = await shop.ask('POST /items/change', { body: { ids, changes: { price: 3 } }, ...given })
      const second = await shop.ask('POST /items/change', { body: { ids, changes: { price: 3 } }, ...given })
      expect(second.body).to.deep.equal(first.body)
      const rows = (await shop.database.knex('platform_audit').orderBy('id').offset(before.length)) as Audited[]
      expect(rows.map(({ record_id }) => record_id)).to.deep.equal([...ids.map(String), null])
      expect(rows[0]?.changes).to.contain('price')
      const other = shop.ask('POST /items/change', { body: { ids, changes: { price: 4 } }, ...given })
      expect(await rejection(other)).to.include({ code: 'idempotency_key_reused' })
    })
  })
})

interface Failure {
  readonly id: number
  readonly error: { readonly code: string; readonly detail: string }
}

interface Audited {
  readonly record_id: string | null
  readonly changes: string | null
}
