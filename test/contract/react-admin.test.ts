import { expect } from 'chai'
import { DEFAULT_MAX_RESULTS, fetchRelatedRecords, type DataProvider } from 'ra-core'
import { rejection } from '../helpers/rejection.ts'
import { jsonServerProviderOf } from './json-server-provider.ts'
import { eachTemplateDatabase, ITEMS } from './template-host.ts'
import type { Item } from './template-host.ts'

const pagination = { page: 1, perPage: 10 }
const sort = { field: 'price', order: 'DESC' } as const

describe('ra-data-json-server, as it comes from npm,', () => {
  eachTemplateDatabase((template) => {
    let provider: DataProvider
    let made: Item[]
    before(() => void (provider = jsonServerProviderOf(template.host, 'template')))
    beforeEach(async () => {
      made = []
      for (let index = 0; index < 12; index++) {
        made.push(
          await template.create({ name: `Item ${index}`, price: index, status: index < 4 ? 'active' : 'draft' }),
        )
      }
    })
    afterEach(() => template.removeAll())

    it('lists a sorted page of matching records, with the total', async () => {
      const all = await provider.getList<Item>('items', { pagination, sort, filter: {} })
      expect(all).to.deep.equal({ data: made.slice(2).reverse(), total: 12 })
      const second = await provider.getList<Item>('items', { pagination: { page: 2, perPage: 10 }, sort, filter: {} })
      expect(second).to.deep.equal({ data: made.slice(0, 2).reverse(), total: 12 })
      const active = await provider.getList<Item>('items', {
        pagination,
        sort,
        filter: { status: 'active', q: 'item' },
      })
      expect(active).to.deep.equal({ data: made.slice(0, 4).reverse(), total: 4 })
    })

    it('exports a list, for which react-admin requests 1,000 records at once', async () => {
      expect(DEFAULT_MAX_RESULTS).to.equal(1000)
      const everything = { page: 1, perPage: DEFAULT_MAX_RESULTS }
      const { data, total } = await provider.getList<Item>('items', { pagination: everything, sort, filter: {} })
      expect([data, total]).to.deep.equal([[...made].reverse(), 12])
      const related = await fetchRelatedRecords(provider)<Item>(data, 'id', 'items')
      expect(Object.values(related)).to.have.deep.members(made)
    })

    it('exports the first 500 of more records, and the links lead to the others', async () => {
      // So few at once that a slow machine need not refuse any.
      for (let made = 0; made < 500; made += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => template.create({ name: `More ${made + index}` })))
      }
      const everything = { page: 1, perPage: DEFAULT_MAX_RESULTS }
      const { data, total } = await provider.getList<Item>('items', { pagination: everything, sort, filter: {} })
      expect([data.length, total]).to.deep.equal([500, 512])
      const { headers } = await template.ask(`${ITEMS}?_start=0&_end=1000`)
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      expect((await template.ask<Item[]>(next)).body).to.have.length(12)
    })

    it('gets many by their ids', async () => {
      const wanted = made.slice(3, 6)
      expect(await provider.getMany<Item>('items', { ids: wanted.map(({ id }) => id) })).to.deep.equal({ data: wanted })
    })

    it('gets the records that refer to another', async () => {
      const reference = { target: 'status', id: 'active', pagination, sort, filter: {} }
      expect(await provider.getManyReference<Item>('items', reference)).to.deep.equal({
        data: made.slice(0, 4).reverse(),
        total: 4,
      })
    })

    it('gets one', async () => {
      const [item] = made
      expect(await provider.getOne<Item>('items', { id: item!.id })).to.deep.equal({ data: item })
    })

    it('creates one', async () => {
      const { data } = await provider.create<Item>('items', { data: { name: 'New', price: 99 } })
      expect(data).to.include({ name: 'New', price: 99, status: 'draft' })
      expect((await template.ask<Item>(`/api/v1/template/items/${data.id}`)).body).to.deep.equal(data)
    })

    it('updates one with the whole record, as an edit form sends it', async () => {
      const previousData = made[0]!
      const data = { ...previousData, name: 'Renamed' }
      expect(await provider.update<Item>('items', { id: data.id, data, previousData })).to.deep.equal({ data })
    })

    it('updates many', async () => {
      const ids = made.slice(0, 3).map(({ id }) => id)
      const data = { name: 'Same', price: 1, status: 'retired' }
      expect(await provider.updateMany<Item>('items', { ids, data })).to.deep.equal({ data: ids })
      expect((await template.items()).filter(({ name }) => name === 'Same').map(({ id }) => id)).to.deep.equal(ids)
    })

    it('deletes one', async () => {
      const item = made[0]!
      await provider.delete<Item>('items', { id: item.id, previousData: item })
      expect(await template.items()).to.deep.equal(made.slice(1))
    })

    it('deletes many', async () => {
      const ids = made.slice(0, 11).map(({ id }) => id)
      await provider.deleteMany<Item>('items', { ids })
      expect(await template.items()).to.deep.equal(made.slice(11))
    })

    it('shows the errors of a form at its fields', async () => {
      const error = await rejection(provider.create('items', { data: { name: '', price: -1 } }))
      expect(error).to.include({ status: 422 })
      expect(error).to.have.nested.property('body.errors.name')
      expect(error).to.have.nested.property('body.errors.price')
      expect(error.message).not.to.equal('')
    })
  })
})
