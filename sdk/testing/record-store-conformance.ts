import assert from 'node:assert/strict'
import { etag_of } from '../records/versions.ts'
import type { ConformanceStore } from './conformance/conformance-record.ts'
import { rejected } from './conformance/conformance-record.ts'
import { describe_changes } from './conformance/describe-changes.ts'
import { describe_lists } from './conformance/describe-lists.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Tests of creating, reading and deleting single records. */
function describe_records(open: () => ConformanceStore | Promise<ConformanceStore>): void {
  it('gives a new record an id, the defaults of the schema and its timestamps', async () => {
    const store = await open()
    const { id, created_at, updated_at, ...rest } = await store.create({ name: 'Lamp', price: 1990 })
    assert.equal(typeof id, 'number')
    assert.match(created_at, TIME)
    assert.equal(updated_at, created_at)
    assert.deepEqual(rest, { name: 'Lamp', price: 1990, status: 'draft', visible: true, owner: null, tags: [] })
  })

  it('returns every kind of value as it was stored', async () => {
    const store = await open()
    const given = {
      name: "O'Brien “quoted” – ☂",
      price: 2 ** 40,
      status: 'active',
      weight: 0.1,
      visible: false,
      owner: 'ada',
      day: '2026-11-20',
      starts_at: '2026-11-20T08:00:00.000Z',
      tags: ['a', 'b'],
      place: { city: 'Graz', street: 'Ring' },
    } as const
    const created = await store.create({ ...given, tags: [...given.tags] })
    const { id, created_at, updated_at, ...rest } = await store.get(created.id)
    assert.deepEqual(rest, given)
    assert.deepEqual({ id, created_at, updated_at, ...rest }, created)
  })

  it('stores times in UTC, whatever their time zone', async () => {
    const store = await open()
    const { id } = await store.create({ name: 'Lamp', price: 1, starts_at: '2026-11-20T08:00:00+02:00' })
    assert.equal((await store.get(id)).starts_at, '2026-11-20T06:00:00.000Z')
  })

  it('creates many records at once, in the given order, each as if it were created alone', async () => {
    const store = await open()
    const given = Array.from({ length: 30 }, (_, at) => ({
      name: `Lamp ${at}`,
      price: at,
      ...(at % 2 === 0 && { owner: 'ada', place: { city: 'Graz' } }),
    }))
    const made = (await store.create_many(given)).map((attempt) => ('value' in attempt ? attempt.value : attempt))
    assert.deepEqual(
      made.map((record) => 'name' in record && record.name),
      given.map(({ name }) => name),
    )
    for (const [at, record] of made.entries()) {
      assert.ok('id' in record)
      assert.deepEqual(await store.get(record.id), record)
      assert.equal(etag_of(record), etag_of(await store.get(record.id)))
      const { id, created_at, updated_at, ...rest } = record
      assert.deepEqual(rest, { owner: null, ...given[at], status: 'draft', visible: true, tags: [] })
    }
    assert.deepEqual(await store.create_many([]), [])
  })

  it('accepts an id as text, as in paths', async () => {
    const store = await open()
    const { id } = await store.create({ name: 'Lamp', price: 1 })
    assert.equal((await store.get(String(id))).id, id)
  })

  it('answers 404 for an unknown or invalid id', async () => {
    const store = await open()
    for (const id of ['999', 'lamp', '', '1.5', '0x1', '1;--', '99999999999', '9'.repeat(40), '\0', 1.5]) {
      assert.equal((await rejected(store.get(id), 'record_not_found')).status, 404)
    }
  })

  it('gives every record an ETag, and another one to each of its versions', async () => {
    const store = await open()
    const record = await store.create({ name: 'Lamp', price: 1 })
    assert.match(etag_of(record) ?? '', /^[\x21\x23-\x7e]+$/)
    assert.equal(etag_of(await store.get(record.id)), etag_of(record))
    const updated = await store.update(record.id, { price: 2 })
    assert.notEqual(etag_of(updated), etag_of(record))
    assert.equal(etag_of(await store.get(record.id)), etag_of(updated))
  })

  it('deletes a record and returns it as it was', async () => {
    const store = await open()
    const record = await store.create({ name: 'Lamp', price: 1 })
    assert.deepEqual(await store.delete(record.id), record)
    await rejected(store.get(record.id), 'record_not_found')
    await rejected(store.delete(record.id), 'record_not_found')
  })
}

/**
 * A test suite for what every record store must do. It uses the global `describe` and `it` of mocha or a similar test runner. `open`
 * makes an empty store for each test.
 *
 *     record_store_conformance({ open: () => array_store([], ConformanceRecord, CONFORMANCE_RULES) })
 */
export function record_store_conformance({ open }: { open: () => ConformanceStore | Promise<ConformanceStore> }): void {
  describe('a record store', () => {
    describe_records(open)
    describe_changes(open)
    describe_lists(open)
  })
}
