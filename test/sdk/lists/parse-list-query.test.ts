import { ApiError, parse_list_query, type RawQuery, Type } from '@atrium/sdk'
import { expect } from 'chai'

const Item = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  status: Type.Enum(['draft', 'active']),
  price: Type.Integer(),
  weight: Type.Optional(Type.Number()),
  visible: Type.Boolean(),
  day: Type.String({ format: 'date' }),
  created_at: Type.String({ format: 'date-time' }),
  kind: Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]),
  hidden: Type.String(),
})
const RULES = {
  sort: ['name', 'price'],
  filter: ['name', 'status', 'price', 'weight', 'visible', 'day', 'created_at', 'kind'],
  search: ['name'],
}

const parse = (query: RawQuery) => parse_list_query(query, Item, RULES)

const filter = (query: RawQuery) => parse(query).filters

function refusal(query: RawQuery, rules: object = RULES): ApiError {
  try {
    parse_list_query(query, Item, rules)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error(`Not refused: ${JSON.stringify(query)}`)
}

describe('a list query', () => {
  it('without anything asks for the first 25 by id', () => {
    expect(parse({})).to.deep.equal({ filters: [], sort: [{ field: 'id', order: 'asc' }], offset: 0, limit: 25 })
  })

  it('has an order that no handler can change for the next one', () => {
    const [first] = parse({}).sort
    expect(() => Object.assign(first!, { field: 'hidden' })).to.throw(TypeError)
    expect(() => (parse({ status: 'active' }).sort as unknown as object[]).pop()).to.throw(TypeError)
    expect(parse({}).sort).to.deep.equal([{ field: 'id', order: 'asc' }])
  })

  it('is read as ra-data-json-server sends it', () => {
    const query = { _sort: 'name', _order: 'DESC', _start: '50', _end: '75', q: ' lamp ', status: 'active' }
    expect(parse(query)).to.deep.equal({
      filters: [{ field: 'status', comparison: 'eq', values: ['active'] }],
      search: 'lamp',
      sort: [
        { field: 'name', order: 'desc' },
        { field: 'id', order: 'desc' },
      ],
      offset: 50,
      limit: 25,
    })
  })

  it('is read in pages too', () => {
    expect(parse({ _page: '3', _limit: '10' })).to.include({ offset: 20, limit: 10 })
    expect(parse({ _page: '2' })).to.include({ offset: 25, limit: 25 })
    expect(parse({ _start: '7', _limit: '10' })).to.include({ offset: 7, limit: 10 })
    expect(parse({ _limit: '500' })).to.include({ offset: 0, limit: 500 })
  })

  it('asks for all records it names', () => {
    const id = Array.from({ length: 40 }, (_, index) => String(index))
    expect(parse({ id })).to.deep.include({ offset: 0, limit: 500 })
    expect(parse({ id })).to.have.nested.property('filters[0].values.length', 40)
    expect(parse({ id, _start: '0', _end: '10' })).to.include({ limit: 10 })
    expect(refusal({ id: Array.from({ length: 501 }, String) })).to.include({ code: 'query_malformed' })
  })

  it('searches for at most 10 different words', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
    expect(parse({ q: words(10) }).search).to.equal(words(10))
    expect(parse({ q: `${words(10)}  WORD3 word3` }).search).to.contain('WORD3')
    expect(refusal({ q: words(11) })).to.include({
      code: 'query_malformed',
      message: '[q] has 11 different words. A search may have at most 10. Search for fewer words.',
    })
  })

  it('sorts by id where it is asked to, once', () => {
    expect(parse({ _sort: 'id', _order: 'desc' }).sort).to.deep.equal([{ field: 'id', order: 'desc' }])
    expect(parse({ _sort: 'price,id' }).sort).to.have.lengthOf(2)
    expect(parse({ _sort: '' }).sort).to.deep.equal([{ field: 'id', order: 'asc' }])
  })

  it('converts what fields are compared with to their type', () => {
    const value = (query: RawQuery) => filter(query)[0]?.values[0]
    expect(value({ price: '-7' })).to.equal(-7)
    expect(value({ weight_gte: '1.5e2' })).to.equal(150)
    expect(value({ visible: 'false' })).to.equal(false)
    expect(value({ day_lte: '2026-02-28' })).to.equal('2026-02-28')
    expect(value({ created_at_gte: '2026-02-28T10:00+01:00' })).to.equal('2026-02-28T09:00:00.000Z')
    expect(value({ created_at_gte: '2026-02-28T10:00' })).to.equal('2026-02-28T10:00:00.000Z')
    expect(value({ kind: 'b' })).to.equal('b')
    expect(value({ kind_null: 'true' })).to.equal(true)
    expect(value({ name: '' })).to.equal('')
  })

  it('takes a date for a whole day of times', () => {
    expect(filter({ created_at: '2026-02-28' })).to.deep.equal([
      { field: 'created_at', comparison: 'gte', values: ['2026-02-28T00:00:00.000Z'] },
      { field: 'created_at', comparison: 'lte', values: ['2026-02-28T23:59:59.999Z'] },
    ])
  })

  it('clamps _end to the largest page, which clients of json-server expect', () => {
    expect(parse({ _start: '0', _end: '1000' })).to.include({ offset: 0, limit: 500 })
    expect(parse({ _start: '500', _end: '1500' })).to.include({ offset: 500, limit: 500 })
  })

  it('takes a field whose name ends like a comparison for itself', () => {
    const Odd = Type.Object({ id: Type.Integer(), price: Type.Integer(), price_gte: Type.String() })
    const { filters } = parse_list_query({ price_gte: 'x' }, Odd, { filter: ['price', 'price_gte'] })
    expect(filters).to.deep.equal([{ field: 'price_gte', comparison: 'eq', values: ['x'] }])
  })

  const malformed: RawQuery[] = [
    { _start: 'x' },
    { _start: '-1' },
    { _start: '1.5' },
    { _end: '9'.repeat(20) },
    { _start: '10', _end: '5' },
    { _page: '0' },
    { _page: '1', _start: '0' },
    { _end: '10', _limit: '5' },
    { _limit: '501' },
    { _limit: ['1', '2'] },
    { _sort: 'name', _order: 'up' },
    { _sort: 'name', _order: 'asc,desc' },
    { _order: 'asc' },
    { _sort: ['name', 'price'] },
    { q: ['a', 'b'] },
    { q: 'a\0' },
    { price: 'x' },
    { price: '' },
    { price: '1e400' },
    { price: '9007199254740993' },
    { price_gte: ['1', '2'] },
    { status: 'gone' },
    { visible: 'yes' },
    { visible: 'constructor' },
    { day: '2026-02-30' },
    { created_at: 'yesterday' },
    { created_at: '2026-02-30T10:00:00Z' },
    { created_at_ne: '2026-02-28' },
    { weight_null: 'maybe' },
    { weight_null: ['true', 'false'] },
    { id: 'x' },
    { name: 'a\0' },
  ]
  for (const query of malformed) {
    it(`is refused as malformed: ${JSON.stringify(query).slice(0, 60)}`, () => {
      expect(refusal(query)).to.include({ code: 'query_malformed', status: 400 })
    })
  }

  it('is refused for what it does not know, naming what it does and the nearest', () => {
    const error = refusal({ pricee_gte: '1' })
    expect(error).to.include({ code: 'query_unknown', status: 400 })
    expect(error.message).to.match(/\[pricee_gte\]\. Did you mean \[price_gte\]\? It accepts .*_end.*name_like.*status/)
    expect(refusal({ _sort: 'prize' }).message).to.contain('Did you mean [price]?')
  })

  const unknown: RawQuery[] = [
    { hidden: 'x' },
    { _sort: 'hidden' },
    { _embed: 'x' },
    { _expand: 'x' },
    { price_like: '1' },
    { visible_gte: 'true' },
    { status_like: 'a' },
    { 'author.name': 'x' },
    { __proto__: 'x', toString: 'x' },
    { '': 'x' },
  ]
  for (const query of unknown) {
    it(`is refused as unknown: ${JSON.stringify(query)}`, () => {
      expect(refusal(query)).to.include({ code: 'query_unknown', status: 400 })
    })
  }

  it('cannot search where no field is searchable', () => {
    expect(refusal({ q: 'x' }, { filter: ['name'] })).to.include({ code: 'query_unknown' })
  })
})
