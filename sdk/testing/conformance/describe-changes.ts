import assert from 'node:assert/strict'
import { etag_of } from '../../records/versions.ts'
import type { ConformanceRecord, ConformanceStore } from './conformance-record.ts'
import { rejected } from './conformance-record.ts'

/** Tests of changing records without losing the changes of others. */
export function describe_changes(open: () => ConformanceStore | Promise<ConformanceStore>): void {
  const openWith = async (values: Partial<ConformanceRecord> = {}) => {
    const store = await open()
    return { store, record: await store.create({ name: 'Lamp', price: 1, ...values }) }
  }

  it('changes the given fields and leaves the others', async () => {
    const { store, record } = await openWith({ notes: 'dusty' })
    const updated = await store.update(record.id, { price: 2 })
    assert.deepEqual(updated, { ...record, price: 2, updated_at: updated.updated_at })
    assert.deepEqual(await store.get(record.id), updated)
  })

  it('removes an optional field that is set to null, and sets a nullable field to null', async () => {
    const { store, record } = await openWith({ notes: 'dusty', owner: 'ada', weight: 2 })
    let checked: object = {}
    const check = (merged: unknown) => void (checked = merged as object)
    const updated = await store.update(record.id, { notes: null, weight: null, owner: null }, { check })
    assert.deepEqual(checked, { ...updated, updated_at: record.updated_at })
    assert.equal('notes' in updated, false)
    assert.equal('weight' in updated, false)
    assert.equal(updated.owner, null)
  })

  it('merges objects member by member and replaces arrays', async () => {
    const { store, record } = await openWith({ place: { city: 'Graz', street: 'Ring' }, tags: ['a', 'b'] })
    const place = { city: 'Wien', street: null } as unknown as ConformanceRecord['place']
    const updated = await store.update(record.id, { place, tags: ['c'] })
    assert.deepEqual([updated.place, updated.tags], [{ city: 'Wien' }, ['c']])
  })

  it('never changes the id or the creation time', async () => {
    const { store, record } = await openWith()
    const updated = await store.update(record.id, { id: 77, created_at: '2000-01-01T00:00:00.000Z', price: 2 })
    assert.equal(updated.id, record.id)
    assert.equal(updated.created_at, record.created_at)
  })

  it('keeps the version of a record if an update changes nothing', async () => {
    const { store, record } = await openWith({ tags: ['a'] })
    const updated = await store.update(record.id, { name: 'Lamp', tags: ['a'] })
    assert.deepEqual(updated, record)
    assert.equal(etag_of(updated), etag_of(record))
  })

  it('checks the whole record before it is written', async () => {
    const { store, record } = await openWith()
    let checked: unknown
    const refuse = (merged: unknown) => {
      checked = merged
      throw new Error('no')
    }
    await assert.rejects(store.update(record.id, { price: 2 }, { check: refuse }), { message: 'no' })
    assert.deepEqual(checked, { ...record, price: 2 })
    assert.deepEqual(await store.get(record.id), record)
  })

  it('changes and deletes a record that If-Match names, also in a list or with *', async () => {
    const { store, record } = await openWith()
    await store.update(record.id, { price: 2 }, { if_match: `"${etag_of(record)}"` })
    const third = await store.update(record.id, { price: 3 }, { if_match: '*' })
    const fourth = await store.update(record.id, { price: 4 }, { if_match: `"other", "${etag_of(third)}"` })
    await store.delete(record.id, { if_match: `"${etag_of(fourth)}"` })
  })

  it('rejects a stale If-Match with the current record, and changes nothing', async () => {
    const { store, record } = await openWith()
    const current = await store.update(record.id, { price: 2 })
    const if_match = `"${etag_of(record)}"`
    // One after the other: one that rejects before the test waits for it would count as unhandled.
    const stale = [
      () => store.update(record.id, { price: 3 }, { if_match }),
      () => store.delete(record.id, { if_match }),
    ]
    for (const change of stale) {
      const error = await rejected(change(), 'version_mismatch')
      assert.equal(error.status, 412)
      assert.deepEqual(error.options.current, current)
      assert.deepEqual(error.options.headers, { etag: `"${etag_of(current)}"` })
    }
    assert.deepEqual(await store.get(record.id), current)
  })

  it('compares a weak ETag, as proxies make it, by its version, and rejects a malformed one', async () => {
    const { store, record } = await openWith()
    const if_match = `W/"${etag_of(record)}"`
    await store.update(record.id, { price: 2 }, { if_match })
    await rejected(store.update(record.id, { price: 3 }, { if_match }), 'version_mismatch')
    for (const if_match of [`${etag_of(record)}`, '"a" "b"', '', '"a",', "'a'"]) {
      await rejected(store.update(record.id, { price: 2 }, { if_match }), 'header_malformed')
    }
  })

  it('loses no change when several are made at once', async () => {
    const { store, record } = await openWith({ price: 0 })
    const if_match = `"${etag_of(record)}"`
    const changes = [1, 2, 3, 4, 5].map((price) => store.update(record.id, { price }, { if_match }))
    const outcomes = await Promise.allSettled(changes)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('answers 404 when the record to change does not exist', async () => {
    const store = await open()
    await rejected(store.update('lamp', { price: 1 }), 'record_not_found')
    await rejected(store.update(999, { price: 1 }, { if_match: '*' }), 'record_not_found')
  })
}
