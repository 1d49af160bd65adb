import { answer, array_store, etag_of, page, parse_list_query, Type, with_etag, wrap_store } from '@atrium/sdk'
import { DeclarationError } from '@atrium/sdk/host'
import { expect } from 'chai'
import { rejection } from '../../helpers/rejection.ts'

const Lamp = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  watts: Type.Integer({ default: 40 }),
})

describe('wrap_store', () => {
  const lamps = () =>
    array_store(
      Array.from({ length: 1_200 }, (_, index) => ({ id: index + 1, name: `Lamp ${index + 1}`, watts: 40 })),
      Lamp,
      { filter: ['watts'], sort: ['name'] },
    )
  const query = parse_list_query({}, Lamp, {})

  it('leaves everything as it was that is not replaced', async () => {
    const inner = lamps()
    const store = wrap_store(inner, {})
    expect(store).to.include({ schema: Lamp, rules: inner.rules })
    expect(store).not.to.have.any.keys('table', 'transaction')
    const record = await store.get(7)
    expect(etag_of(record)).to.equal('7.1')
    expect(etag_of(await store.update(7, { name: 'Bulb' }, { if_match: '"7.1"' }))).to.equal('7.2')
    expect(await store.ids(query)).to.have.length(1_200)
  })

  it('offers what there is, so that routes are mounted for nothing else', () => {
    const { list, get } = lamps()
    const reading = wrap_store(Lamp, { list: list.bind(lamps()), get: get.bind(lamps()) })
    expect(reading).not.to.have.any.keys('create', 'create_many', 'update', 'delete')
  })

  it('creates many with the author’s own create, and gives it the defaults', async () => {
    const inner = lamps()
    const given: object[] = []
    const store = wrap_store(inner, {
      create: async (values) => {
        given.push(values)
        return answer(await inner.create(values), { headers: { 'x-note': 'new' } })
      },
    })
    const made = await store.create_many([{ name: 'One' }, { name: 'Two' }])
    expect(given).to.deep.equal([
      { name: 'One', watts: 40 },
      { name: 'Two', watts: 40 },
    ])
    expect(made.map((each) => 'value' in each && each.value.name)).to.deep.equal(['One', 'Two'])
    expect(await store.create({ name: 'Three' })).to.deep.include({ headers: { 'x-note': 'new' } })
  })

  it('reads the ids of the author’s own list, page by page', async () => {
    const inner = lamps()
    const limits: number[] = []
    const store = wrap_store(inner, {
      list: (asked) => {
        limits.push(asked.limit)
        return inner.list(asked)
      },
    })
    expect(await store.ids(query)).to.deep.equal(await inner.ids(query))
    expect(limits).to.deep.equal([500, 500, 500])
  })

  it('gives a record without an ETag a hash of its content, which If-Match of an inherited change honours', async () => {
    const inner = lamps()
    const store = wrap_store(inner, { get: async (id) => ({ ...(await inner.get(id)) }) })
    const tag = etag_of(await store.get(7))
    expect(tag).to.match(/^[\w-]{22}$/)
    expect(etag_of(await store.get(7))).to.equal(tag)
    const if_match = `"${tag}"`
    await store.update(7, { name: 'Bulb' }, { if_match })
    expect(await rejection(store.update(7, { name: 'Torch' }, { if_match }))).to.include({ code: 'version_mismatch' })
    expect(await rejection(store.delete(7, { if_match }))).to.include({ code: 'version_mismatch' })
    expect(await store.delete(7, { if_match: `"${etag_of(await store.get(7))}"` })).to.include({ name: 'Bulb' })
  })

  it('passes If-Match on to a method that knows the ETag', async () => {
    const seen: unknown[] = []
    const store = wrap_store(Lamp, {
      list: async () => page([], 0),
      get: async (id) => with_etag({ id: Number(id), name: 'Lamp', watts: 40 }, 'theirs'),
      update: async (id, patch, { if_match }) => {
        seen.push(if_match)
        return { id: Number(id), name: 'Lamp', watts: 40, ...(patch as object) }
      },
    })
    await store.update(1, { watts: 60 }, { if_match: '"theirs"' })
    expect(seen).to.deep.equal(['"theirs"'])
    expect(await rejection(store.update(1, { watts: 60 }, { if_match: '"mine"' }))).to.include({ status: 412 })
  })

  it('refuses a misspelt method, and a schema without a list, at the author’s line', () => {
    const misspelt = { updated: async () => ({}) } as object
    expect(() => wrap_store(lamps(), misspelt)).to.throw(DeclarationError, 'no option [updated]')
    expect(() => wrap_store(Lamp, {} as { list: never; get: never })).to.throw(DeclarationError, 'has no [list]')
    const rules = { filter: ['volts'] } as object
    expect(() => wrap_store(lamps(), { rules } as object)).to.throw(DeclarationError, '[volts]')
  })
})
