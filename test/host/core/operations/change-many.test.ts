import { type ApiError, array_store, Type } from '@atrium/sdk'
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

    describe('adds to lists and removes from them', () => {
      let tagged: Shop
      before(async () => {
        const Tagged = Type.Object(
          {
            id: Type.Integer({ readOnly: true }),
            name: Type.String(),
            tags: Type.Array(Type.String(), { default: [], maxItems: 3 }),
            sizes: Type.Optional(Type.Array(Type.Integer())),
            secrets: Type.Optional(Type.Array(Type.String(), { permission: 'shop.tagged.secrets' })),
          },
          { title: 'Tagged' },
        )
        tagged = await openShop(target, (routes) => routes.records('/tagged/{id}', array_store([], Tagged)))
        for (const tags of [['new'], ['old', 'new'], []])
          await tagged.ask('POST /tagged', { body: { name: 'One', tags } })
      })
      after(() => tagged.database.close())
      const changeTags = async (body: object, given: Given = {}) =>
        (await tagged.ask('POST /tagged/change', { body: { ids: [1, 2, 3], ...body }, ...given })).body as {
          failed: Failure[]
        }
      const lists = async () => (await tagged.ask('GET /tagged')).body as { tags: string[]; sizes?: number[] }[]

      it('which keep what else they have', async () => {
        const body = {
          add: { tags: ['vip', 'vip', 'new'], sizes: [7] },
          remove: { tags: ['old'] },
          changes: { name: 'Two' },
        }
        expect((await changeTags(body)).failed).to.deep.equal([])
        expect((await lists()).map(({ tags }) => tags)).to.deep.equal([
          ['new', 'vip'],
          ['new', 'vip'],
          ['vip', 'new'],
        ])
        expect((await lists()).map(({ sizes }) => sizes)).to.deep.equal([[7], [7], [7]])
      })

      it('even if somebody else has changed that list since, but not another field', async () => {
        await tagged.ask('PATCH /tagged/1', { body: { tags: ['theirs'] } })
        await tagged.ask('PATCH /tagged/2', { body: { name: 'Theirs' } })
        const seen = { 1: { name: 'Two', tags: ['new', 'vip'] }, 2: { name: 'Two', tags: ['new', 'vip'] } }
        const { failed } = await changeTags({ ids: [1, 2], add: { tags: ['mine'] }, seen })
        expect(failed.map(({ id, error }) => [id, error.code])).to.deep.equal([[2, 'version_mismatch']])
        expect((await lists())[0]?.tags).to.deep.equal(['theirs', 'mine'])
      })

      it('and reports the records whose list the schema then refuses', async () => {
        const { failed } = await changeTags({ ids: [1, 2], add: { tags: ['one', 'two', 'three', 'four'] } })
        expect(failed.map(({ id, error }) => [id, error.code])).to.deep.equal([
          [1, 'validation_failed'],
          [2, 'validation_failed'],
        ])
      })

      it('and refuses a request that contradicts itself, or names no list', async () => {
        const refused = [
          { add: { tags: ['a'] }, remove: { tags: ['a'] } },
          { add: { tags: ['a'] }, changes: { tags: ['b'] } },
          ...[{ add: {} }, { add: { tags: [] } }, { add: { name: ['a'] } }, { remove: { sizes: ['a'] } }],
          { ids: undefined, records: [{ id: 1, changes: { name: 'a' } }], add: { tags: ['a'] } },
        ]
        for (const body of refused)
          expect(await rejection(changeTags(body)), JSON.stringify(body)).to.include({ code: 'validation_failed' })
      })

      it('and requires the permission of the list', async () => {
        const { failed } = await changeTags(
          { ids: [1], add: { secrets: ['a'] } },
          { caller: callerWithout('shop.tagged.secrets') },
        )
        expect(failed).to.have.nested.property('[0].error.code', 'permission_denied')
      })
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
            errors: { notes: 'It has changed since you read it' },
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

    it('gives each record its own values, and reports the records that refuse theirs', async () => {
      const [lamp, rug, chair] = (await make('Lamp', 'Rug', 'Chair')) as [Made, Made, Made]
      const records = [
        { id: lamp.id, changes: { price: 2, notes: 'sale' } },
        { id: 999_999, changes: { price: 3 } },
        { id: rug.id, changes: { name: 'Lamp' } },
        { id: chair.id, changes: { price: 4, name: 'Stool' } },
      ]
      const { done, failed } = await change({ records })
      expect(done).to.deep.equal([lamp.id, chair.id])
      expect(failed.map(({ id, error }) => [id, error.code])).to.deep.equal([
        [999_999, 'record_not_found'],
        [rug.id, 'conflict'],
      ])
      expect(failed[1]?.error.errors, 'which value is refused').to.have.keys('name')
      expect(await prices()).to.deep.equal({ Lamp: 2, Rug: 1, Stool: 4 })
    })

    it('compares each record with what the caller has seen of it', async () => {
      const [lamp, rug] = (await make('Lamp', 'Rug')) as [Made, Made]
      const seen = { price: 1, notes: null }
      await shop.ask(`PATCH /items/${rug.id}`, { body: { notes: 'by somebody else' } })
      const records = [lamp, rug].map(({ id }) => ({ id, changes: { price: 9 }, seen }))
      const { done, failed } = await change({ records })
      expect(done).to.deep.equal([lamp.id])
      expect(failed).to.have.nested.property('[0].error.code', 'version_mismatch')
      expect(failed[0]?.error.errors).to.have.keys('notes')
      expect(await prices()).to.deep.equal({ Lamp: 9, Rug: 1 })
    })

    it('changes nothing if any value is invalid, and says of which record', async () => {
      const [lamp, rug] = (await make('Lamp', 'Rug')) as [Made, Made]
      const records = [
        { id: lamp.id, changes: { price: 2 } },
        { id: rug.id, changes: { price: -1 } },
      ]
      const error = (await rejection(change({ records }))) as unknown as ApiError
      expect(error).to.include({ code: 'validation_failed' })
      expect(error.options.errors).to.have.keys('records.1.changes.price')
      expect(await prices()).to.deep.equal({ Lamp: 1, Rug: 1 })
    })

    it('refuses too many records and values, a record that is there twice, and both ways at once', async () => {
      const [lamp] = (await make('Lamp')) as [Made]
      const one = { id: lamp.id, changes: { price: 2 } }
      const many = Array.from({ length: 501 }, (_, index) => ({ ...one, id: index + 1 }))
      const refused: object[] = [
        ...[{ records: [] }, { records: many }, { records: [one, { ...one, id: String(lamp.id) }] }],
        ...[
          { records: [one], changes: { price: 2 } },
          { records: [one], ids: [lamp.id] },
          { records: [one], filter: '' },
        ],
        ...[{ records: [one], seen: {} }, { records: [{ id: lamp.id }] }, {}],
      ]
      for (const body of refused)
        expect(await rejection(change(body)), JSON.stringify(body).slice(0, 99)).to.include({
          code: 'validation_failed',
        })
      expect(await prices()).to.deep.equal({ Lamp: 1 })
    })

    it('refuses more values than it changes at once', async () => {
      const names = Array.from({ length: 21 }, (_, index) => `field_${index}`)
      const fields = Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Integer())]))
      const Wide = Type.Object({ id: Type.Integer({ readOnly: true }), ...fields }, { title: 'Wide' })
      const wide = await openShop(target, (routes) => routes.records('/wides/{id}', array_store([], Wide)))
      const changes = Object.fromEntries(names.map((name) => [name, 1]))
      const records = Array.from({ length: 500 }, (_, id) => ({ id, changes }))
      const refused = (await rejection(wide.ask('POST /wides/change', { body: { records } }))) as unknown as ApiError
      expect(refused).to.include({ code: 'validation_failed', status: 422 })
      expect(refused.message).to.contain('10500')
      await wide.database.close()
    })

    it('requires for each record the permissions that its values need', async () => {
      const [lamp, rug] = (await make('Lamp', 'Rug')) as [Made, Made]
      const records = [
        { id: lamp.id, changes: { price: 2 } },
        { id: rug.id, changes: { cost: 2 } },
      ]
      const { done, failed } = await change({ records }, { caller: callerWithout('shop.items.cost') })
      expect(done).to.deep.equal([lamp.id])
      expect(failed).to.have.nested.property('[0].error.code', 'permission_denied')
      const nobody = await change({ records }, { caller: callerWithout('shop.items.update') })
      expect(nobody.done).to.deep.equal([])
    })

    it('takes 1,000 values for 250 records, with an audit row for each, once per Idempotency-Key', async () => {
      const made = await make(...Array.from({ length: 250 }, (_, index) => `Item ${index}`))
      const records = made.map(({ id, name }, index) => ({
        id,
        changes: { name: `${name} new`, price: index, notes: `Note ${index}`, status: 'active' },
        seen: { name, price: 1, notes: null, status: 'draft' },
      }))
      const before = await shop.database.knex('platform_audit')
      const given = { headers: { 'idempotency-key': `own-${target.name}` } }
      const first = await change({ records }, given)
      expect(first).to.deep.include({ failed: [] })
      expect(first.done).to.have.lengthOf(250)
      expect(await change({ records }, given)).to.deep.equal(first)
      const rows = (await shop.database.knex('platform_audit').orderBy('id').offset(before.length)) as Audited[]
      expect(rows).to.have.lengthOf(251)
      expect(rows[249]?.changes).to.contain('Note 249')
      const stored = (await shop.database.knex('shop_items').orderBy('id')) as Made[]
      expect(stored.map(({ price }) => price)).to.deep.equal(records.map((_, index) => index))
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
  readonly error: { readonly code: string; readonly detail: string; readonly errors?: object }
}

interface Audited {
  readonly record_id: string | null
  readonly changes: string | null
}
