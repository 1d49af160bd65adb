import assert from 'node:assert/strict'
import { parse_list_query } from '../../lists/parse-list-query.ts'
import type { RawQuery } from '../../lists/query-string.ts'
import type { ConformanceRecord, ConformanceStore } from './conformance-record.ts'

const RECORDS: Partial<ConformanceRecord>[] = [
  {
    name: 'Anchor',
    price: 30,
    weight: 9.5,
    status: 'active',
    tags: ['sea', 'iron 100%'],
    day: '2026-01-31',
    starts_at: '2026-01-31T23:59:59.500Z',
  },
  {
    name: 'bell',
    price: 10,
    tags: ['Sea', 'say "sea"'],
    status: 'retired',
    visible: false,
    owner: 'ada',
    notes: '100% brass',
  },
  { name: 'Candle', price: 20, weight: 0.25, owner: 'bob', starts_at: '2026-02-01T00:00:00.000Z' },
  { name: 'Drum_kit', price: 20, status: 'active', notes: 'LOUD', starts_at: '2026-03-01T12:00:00.000Z' },
  { name: 'Ödön', price: 5, weight: 2, notes: 'back\\slash' },
]

/** Tests of what lists find, and in which order. */
export function describe_lists(open: () => ConformanceStore | Promise<ConformanceStore>): void {
  const filled = async () => {
    const store = await open()
    for (const values of RECORDS) await store.create(values)
    return store
  }
  const ask = async (store: ConformanceStore, query: RawQuery) => {
    const { rows, total } = await store.list(parse_list_query(query, store.schema, () => store.rules))
    return { names: rows.map(({ name }) => name), total }
  }
  const orders = (title: string, cases: [RawQuery, string[]][]) =>
    it(title, async () => {
      const store = await filled()
      for (const [query, names] of cases)
        assert.deepEqual((await ask(store, query)).names, names, JSON.stringify(query))
    })
  const finds = (title: string, cases: [RawQuery, string[]][]) =>
    it(title, async () => {
      const store = await filled()
      for (const [query, names] of cases) {
        assert.deepEqual(await ask(store, query), { names, total: names.length }, JSON.stringify(query))
      }
    })

  it('lists records as they would be read one by one', async () => {
    const store = await filled()
    const { rows } = await store.list(parse_list_query({}, store.schema, () => store.rules))
    assert.deepEqual(rows, await Promise.all(rows.map(({ id }) => store.get(id))))
  })

  it('returns a part of the list and the total', async () => {
    const store = await filled()
    const parts: [RawQuery, string[]][] = [
      [{ _start: '1', _end: '3' }, ['bell', 'Candle']],
      [{ _page: '2', _limit: '3' }, ['Drum_kit', 'Ödön']],
      [{ _start: '5', _end: '9' }, []],
      [{ _start: '80', _end: '90' }, []],
      [{ _limit: '0' }, []],
    ]
    for (const [query, names] of parts) assert.deepEqual(await ask(store, query), { names, total: RECORDS.length })
  })

  orders('sorts by several fields, then by id', [
    [{ _sort: 'price' }, ['Ödön', 'bell', 'Candle', 'Drum_kit', 'Anchor']],
    [{ _sort: 'price', _order: 'DESC' }, ['Anchor', 'Drum_kit', 'Candle', 'bell', 'Ödön']],
    [{ _sort: 'price,name', _order: 'asc,desc' }, ['Ödön', 'bell', 'Drum_kit', 'Candle', 'Anchor']],
  ])

  orders('sorts a missing value as the smallest', [
    [{ _sort: 'weight' }, ['bell', 'Drum_kit', 'Candle', 'Ödön', 'Anchor']],
    [{ _sort: 'weight', _order: 'desc' }, ['Anchor', 'Ödön', 'Candle', 'Drum_kit', 'bell']],
  ])

  finds('finds records whose list of texts contains any of the values', [
    [{ tags: 'sea' }, ['Anchor']],
    [{ tags: ['Sea', 'iron 100%'] }, ['Anchor', 'bell']],
    [{ tags: 'say "sea"' }, ['bell']],
    [{ tags_ne: 'sea' }, ['bell', 'Candle', 'Drum_kit', 'Ödön']],
    [{ tags_like: '0%' }, ['Anchor']],
    [{ tags: 'brass' }, []],
  ])

  finds('finds records that equal any of the given values', [
    [{ status: 'active' }, ['Anchor', 'Drum_kit']],
    [{ price: ['10', '30'] }, ['Anchor', 'bell']],
    [{ visible: 'false' }, ['bell']],
    [{ weight: '0.25' }, ['Candle']],
    [{ day: '2026-01-31' }, ['Anchor']],
    [{ owner: 'ada', status: 'draft' }, []],
    [{ price: '99999999999999' }, []],
  ])

  finds('finds records that differ from all of the given values, including missing values', [
    [{ owner_ne: 'ada' }, ['Anchor', 'Candle', 'Drum_kit', 'Ödön']],
    [{ price_ne: ['10', '20'] }, ['Anchor', 'Ödön']],
  ])

  finds('finds records within a range', [
    [{ price_gte: '20' }, ['Anchor', 'Candle', 'Drum_kit']],
    [{ price_gte: '10', price_lte: '20' }, ['bell', 'Candle', 'Drum_kit']],
    [{ weight_lte: '2' }, ['Candle', 'Ödön']],
    [{ price_lte: '99999999999999', price_gte: '30' }, ['Anchor']],
  ])

  finds('reads a date as the whole day, and times in any zone', [
    [{ starts_at_lte: '2026-01-31' }, ['Anchor']],
    [{ starts_at_gte: '2026-02-01' }, ['Candle', 'Drum_kit']],
    [{ starts_at: '2026-01-31' }, ['Anchor']],
    [{ starts_at: '2026-02-01T01:00:00+01:00' }, ['Candle']],
  ])

  finds('finds records with or without a value', [
    [{ weight_null: 'true' }, ['bell', 'Drum_kit']],
    [{ owner_null: 'false' }, ['bell', 'Candle']],
  ])

  finds('finds part of a text in any case, without wildcards', [
    [{ name_like: 'BELL' }, ['bell']],
    [{ name_like: ['anch', 'ell'] }, ['Anchor', 'bell']],
    [{ name_like: '_' }, ['Drum_kit']],
    [{ notes_like: '%' }, ['bell']],
    [{ notes_like: '\\' }, ['Ödön']],
  ])

  finds('searches for every word in any of the fields', [
    [{ q: 'loud' }, ['Drum_kit']],
    [{ q: 'brass BELL' }, ['bell']],
    [{ q: 'brass anchor' }, []],
    [{ q: 'ödön' }, ['Ödön']],
    [{ q: 'ÖDÖN' }, ['Ödön']],
    [{ q: '  ' }, ['Anchor', 'bell', 'Candle', 'Drum_kit', 'Ödön']],
    [{ q: "'; drop table --" }, []],
  ])

  it('finds records by their ids', async () => {
    const store = await filled()
    const [first, , third] = (await store.list(parse_list_query({}, store.schema, () => store.rules))).rows
    const query = { id: [String(third?.id), String(first?.id), '999999'] }
    const { rows } = await store.list(parse_list_query(query, store.schema, () => store.rules))
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Anchor', 'Candle'],
    )
  })

  it('returns the ids of all matching records, in order and regardless of paging', async () => {
    const store = await filled()
    const query = parse_list_query(
      { _sort: 'price', _order: 'desc', price_gte: '10', _limit: '1' },
      store.schema,
      () => store.rules,
    )
    const ids = await store.ids(query)
    const names = await Promise.all(ids.map(async (id) => (await store.get(id)).name))
    assert.deepEqual(names, ['Anchor', 'Drum_kit', 'Candle', 'bell'])
  })
}
