import type { ImportResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { callerWithout, type Given, openShop, type Shop } from './fixture.ts'

describe('The route that imports records', () => {
  eachDatabase((target) => {
    let shop: Shop
    before(async () => {
      shop = await openShop(target)
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const send = async (body: object, given: Given = {}) =>
      (await shop.ask('POST /items/import', { body, ...given })).body as ImportResult
    const items = (): Promise<Stored[]> => shop.database.knex('shop_items').orderBy('id')
    const prices = async () => Object.fromEntries((await items()).map(({ name, price }) => [name, price]))
    const audited = () => shop.database.knex('platform_audit').count({ rows: '*' })

    it('creates each record, with defaults, and reports the refused ones with their place and fields', async () => {
      const records = [
        { name: 'Lamp', price: 7 },
        { name: '', price: 1 },
        { name: 'Rug', price: 3, colour: 'red' },
      ]
      const result = await send({ records: [...records, { name: 'Chair', price: 1, notes: null }] })
      expect(result).to.include({ saved: true, created: 2, changed: 0, unchanged: 0 })
      expect(result.failed.map(({ row, error }) => [row, Object.keys(error.errors ?? {})])).to.deep.equal([
        [1, ['name']],
        [2, ['colour']],
      ])
      expect((await items()).map(({ name, status, notes }) => [name, status, notes])).to.deep.equal([
        ['Lamp', 'draft', null],
        ['Chair', 'draft', null],
      ])
    })

    it('changes the record with the same key, creates it if there is none, and leaves equal ones alone', async () => {
      await send({
        records: [
          { name: 'Lamp', price: 1, notes: 'old' },
          { name: 'Rug', price: 1 },
        ],
      })
      const records = [
        { name: 'Lamp', price: 2, notes: null },
        { name: 'Rug', price: 1 },
        { name: 'Chair', price: 3 },
      ]
      expect(await send({ records, key: 'name' })).to.deep.equal({
        ...{ saved: true, created: 1, changed: 1, unchanged: 1, failed: [] },
      })
      expect(await prices()).to.deep.equal({ Lamp: 2, Rug: 1, Chair: 3 })
      const [lamp, rug] = await items()
      expect([lamp?.notes, lamp?.version, rug?.version]).to.deep.equal([null, 2, 1])
    })

    it('finds records by id too, and refuses an unknown one', async () => {
      await send({ records: [{ name: 'Lamp', price: 1 }] })
      const [lamp] = await items()
      const records = [
        { id: lamp?.id, price: 9 },
        { id: 999_999, name: 'Rug', price: 1 },
        { id: null, name: 'New', price: 1 },
      ]
      const { failed, ...counts } = await send({ records, key: 'id' })
      expect(counts).to.include({ created: 1, changed: 1 })
      expect(failed.map(({ row, error }) => [row, error.errors])).to.deep.equal([
        [1, { id: 'No record has this id. Leave it empty for a new record.' }],
      ])
      expect(await prices()).to.deep.equal({ Lamp: 9, New: 1 })
    })

    it('refuses a key that identifies several records, or that two lines share', async () => {
      await send({
        records: [
          { name: 'Lamp', price: 5 },
          { name: 'Rug', price: 5 },
        ],
      })
      const several = await send({ records: [{ name: 'New', price: 5 }], key: 'price' })
      expect(several.failed[0]?.error.errors).to.have.property('price').that.includes('Several records')
      const twice = await send({
        records: [
          { name: 'A', price: 1 },
          { name: 'A', price: 2 },
        ],
        key: 'name',
      })
      expect(twice).to.include({ created: 1 }).and.have.nested.property('failed[0].row', 1)
    })

    it('refuses a field as the key by which the caller may not filter, or that identifies nothing', async () => {
      for (const key of ['notes', 'status', 'created_at', 'colour'])
        expect(await rejection(send({ records: [{ name: 'A', price: 1 }], key })), key).to.include({
          code: 'validation_failed',
        })
      const caller = callerWithout('shop.items.cost')
      const hidden = send({ records: [{ name: 'A', price: 1 }], key: 'cost' }, { caller })
      expect(await rejection(hidden)).to.include({ code: 'validation_failed' })
      expect(await items()).to.deep.equal([])
    })

    it('says in a dry run what it would do, and leaves no trace', async () => {
      await send({ records: [{ name: 'Lamp', price: 1 }] })
      const before = [await items(), await audited()]
      const records = [
        { name: 'Lamp', price: 2 },
        { name: 'Rug', price: 1 },
        { name: 'Chair', price: -1 },
      ]
      const result = await send({ records, key: 'name' }, { query: { dry_run: '1' } })
      expect(result).to.include({ saved: false, created: 1, changed: 1 })
      expect(result.failed.map(({ row }) => row)).to.deep.equal([2])
      expect([await items(), await audited()]).to.deep.equal(before)
    })

    it('saves nothing if one is refused and all were asked for', async () => {
      const records = [
        { name: 'Lamp', price: 1 },
        { name: 'Rug', price: -1 },
      ]
      expect(await send({ records, all: true })).to.include({ saved: false, created: 1 })
      expect(await items()).to.deep.equal([])
      expect(await send({ records: records.slice(0, 1), all: true })).to.include({ saved: true, created: 1 })
    })

    it('requires the permissions of the single routes: to create, to change, to see the list, and of a field', async () => {
      await send({ records: [{ name: 'Lamp', price: 1 }] })
      const given = (permission: string) => ({ caller: callerWithout(permission) })
      const lamp = { records: [{ name: 'Lamp', price: 2 }], key: 'name' }
      expect(await rejection(send(lamp, given('shop.items.create')))).to.include({ code: 'permission_denied' })
      for (const permission of ['shop.items.update', 'shop.items.view'])
        expect(await send(lamp, given(permission)), permission).to.have.nested.property(
          'failed[0].error.code',
          'permission_denied',
        )
      const cost = await send({ records: [{ name: 'Rug', price: 1, cost: 1 }] }, given('shop.items.cost'))
      expect(cost).to.have.nested.property('failed[0].error.code', 'permission_denied')
      expect(await prices()).to.deep.equal({ Lamp: 1 })
    })

    it('takes effect once with an Idempotency-Key, and audits each record as imported', async () => {
      const headers = { 'idempotency-key': `import-${target.name}` }
      const body = {
        records: [
          { name: 'Lamp', price: 1 },
          { name: 'Rug', price: 1 },
        ],
      }
      expect(await send(body, { headers })).to.deep.equal(await send(body, { headers }))
      expect(await prices()).to.have.keys('Lamp', 'Rug')
      const rows = (await shop.database.knex('platform_audit').orderBy('id', 'desc').limit(3)) as Audited[]
      expect(new Set(rows.map(({ operation }) => operation))).to.deep.equal(new Set(['POST /api/v1/shop/items/import']))
      expect(rows.filter(({ changes }) => changes !== null).map(({ record_id }) => record_id)).to.have.lengthOf(2)
    })

    it('needs few statements for many records, because SQLite has one writer, and audits each with its values', async () => {
      const records = Array.from({ length: 250 }, (_, at) => ({ name: `Lamp ${at}`, price: at }))
      await send({ records: records.slice(0, 1) })
      let statements = 0
      const count = () => void (statements += 1)
      const { knex, reader } = shop.database
      for (const each of new Set([knex, reader])) each.on('query', count)
      const result = await send({ records: [...records, { name: 'Lamp 3', price: -1 }], key: 'name' })
      for (const each of new Set([knex, reader])) each.off('query', count)
      expect(result).to.include({ created: 249, unchanged: 1 })
      expect(
        result.failed.map(({ row }) => row),
        'a key that is there twice',
      ).to.deep.equal([250])
      expect(statements).to.be.below(60)
      const rows = (await shop.database.knex('platform_audit').orderBy('id', 'desc').limit(3)) as Audited[]
      const last = rows.find(({ record_id }) => record_id !== null)
      expect(JSON.parse(last?.changes ?? '{}')).to.deep.include({
        record: {
          ...{ table: 'shop_items', id: last?.record_id, change: 'created' },
          fields: { name: { to: 'Lamp 249' }, status: { to: 'draft' }, price: { to: 249 } },
        },
      })
    })

    it('finds records whose key is stored in another form than it is sent', async () => {
      await send({ records: [{ name: 'Lamp', price: 7 }] })
      const [lamp] = await items()
      const records = [
        { id: `0${lamp?.id}`, name: 'Lamp', price: 8 },
        { name: 'Rug', price: 1 },
      ]
      expect(await send({ records, key: 'id' })).to.include({ created: 1, changed: 1 })
      expect(await prices()).to.deep.equal({ Lamp: 8, Rug: 1 })
    })

    it('refuses more records than one import takes, none, and a body of another shape', async () => {
      const many = Array.from({ length: 1_001 }, (_, at) => ({ name: `Lamp ${at}`, price: 1 }))
      const refused: unknown[] = [
        { records: many },
        { records: [] },
        { records: [7] },
        {},
        { records: many.slice(0, 1), mode: 1 },
      ]
      for (const body of refused)
        expect(await rejection(send(body as object))).to.include({ code: 'validation_failed', status: 422 })
      expect(await items()).to.deep.equal([])
    })
  })
})

interface Stored {
  readonly id: number
  readonly name: string
  readonly price: number
  readonly status: string
  readonly notes: string | null
  readonly version: number
}

interface Audited {
  readonly operation: string
  readonly record_id: string | null
  readonly changes: string | null
}
