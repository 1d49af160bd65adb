import { expect } from 'chai'
import { isNarrowed, readListState, writeListState, nextSort } from '../../host/shell/src/table/list-state.ts'
import { widget } from './table-widget.ts'

const read = (query: string, prefix?: string) => readListState(new URLSearchParams(query), widget, prefix)
const rewrite = (query: string) => String(writeListState(new URLSearchParams(query), widget, read(query)))

describe('the state of a list in the address', () => {
  it('is as declared if the address does not contain it, and then writes nothing', () => {
    const state = read('')
    expect(state).to.deep.equal({
      page: 1,
      size: 25,
      isWhole: false,
      sort: [{ field: 'created_at', order: 'desc' }],
      q: '',
      filters: {},
      columns: null,
      isDense: null,
      isGrid: null,
      isGrouped: false,
      view: null,
    })
    expect(String(writeListState(new URLSearchParams(), widget, state))).to.equal('')
  })

  it('reads and writes the same query in the list dialect', () => {
    const query = 'q=oak&status=draft&status=active&price_gte=1000&_sort=price&_order=ASC&_limit=50&_page=3'
    expect(read(query)).to.deep.include({ page: 3, size: 50, q: 'oak', sort: [{ field: 'price', order: 'asc' }] })
    expect(read(query).filters).to.deep.equal({ status: ['draft', 'active'], price_gte: ['1000'] })
    expect(rewrite(query)).to.equal(query)
  })

  it('has several orders, each with its direction', () => {
    const query = '_sort=status%2Cprice&_order=DESC%2CASC'
    expect(read(query).sort).to.deep.equal([
      { field: 'status', order: 'desc' },
      { field: 'price', order: 'asc' },
    ])
    expect(rewrite(query)).to.equal(query)
    expect(read('_sort=status,price&_order=DESC').sort[1], 'without a direction').to.include({ order: 'asc' })
  })

  it('has the columns in their order, with the widths of those that have one, and the height of rows', () => {
    const query = '_columns=price.120%2Cname&_rows=compact'
    expect(read(query)).to.deep.include({ columns: [{ name: 'price', width: 120 }, { name: 'name' }], isDense: true })
    expect(rewrite(query)).to.equal(query)
    expect(read('_rows=huge').isDense).to.be.null
    expect([read('_grouped=yes').isGrouped, read('_grouped=maybe').isGrouped]).to.deep.equal([true, false])
  })

  it('has all records below each other, without a page, read in blocks', () => {
    expect(read('_limit=all&_page=3')).to.deep.include({ isWhole: true, page: 1, size: 100 })
    expect(rewrite('_limit=all&_page=3')).to.equal('_limit=all')
  })

  it('does not write defaults', () => {
    expect(rewrite('_page=1&_limit=25&_sort=created_at&_order=DESC&q=&status=')).to.equal('')
  })

  it('ignores invalid values, and never requests more than the host returns', () => {
    expect(read('_page=-1&_limit=many')).to.deep.include({ page: 1, size: 25 })
    expect(read('_limit=99999').size).to.equal(500)
  })

  it('leaves unknown parameters and those of other lists alone', () => {
    expect(rewrite('tab=notes&colour=red&notes._page=2')).to.equal('tab=notes&colour=red&notes._page=2')
    expect(read('_page=7&notes._page=2', 'notes.').page).to.equal(2)
  })

  it('says whether a search or filter narrows the list', () => {
    expect(isNarrowed(read('_page=2&_sort=name'))).to.be.false
    expect(isNarrowed(read('q=oak'))).to.be.true
    expect(isNarrowed(read('gift=true'))).to.be.true
  })
})

describe('sorting by a column header', () => {
  const byDefault = [{ field: 'created_at', order: 'desc' }] as const
  const up = [{ field: 'price', order: 'asc' }] as const
  const down = [{ field: 'price', order: 'desc' }] as const

  it('is ascending, then descending, then the default', () => {
    expect(nextSort(byDefault, 'price', { byDefault })).to.deep.equal(up)
    expect(nextSort(up, 'price', { byDefault })).to.deep.equal(down)
    expect(nextSort(down, 'price', { byDefault })).to.deep.equal(byDefault)
  })

  it('toggles the column of the default order', () => {
    expect(nextSort(byDefault, 'created_at', { byDefault })).to.deep.equal([{ field: 'created_at', order: 'asc' }])
  })

  it('adds a second order, turns it, and takes it away', () => {
    const adds = { byDefault, adds: true }
    const both = nextSort(up, 'name', adds)
    expect(both).to.deep.equal([...up, { field: 'name', order: 'asc' }])
    expect(nextSort(both, 'price', adds), 'the first one keeps its place').to.deep.equal([...down, both[1]])
    const turned = nextSort(both, 'name', adds)
    expect(turned).to.deep.equal([...up, { field: 'name', order: 'desc' }])
    expect(nextSort(turned, 'name', adds)).to.deep.equal(up)
    expect(nextSort(down, 'price', adds), 'the last one gives way to the default').to.deep.equal(byDefault)
  })

  it('replaces several orders by one', () => {
    expect(nextSort([...down, { field: 'name', order: 'asc' }], 'price', { byDefault })).to.deep.equal(up)
  })

  it('adds nothing after the id, which no two records share', () => {
    const newest = [{ field: 'id', order: 'desc' }] as const
    expect(nextSort(newest, 'price', { byDefault: newest, adds: true })).to.deep.equal(up)
  })
})
