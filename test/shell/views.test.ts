import type { Column, TableWidget } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { readListState } from '../../host/shell/src/table/list-state.ts'
import { readView, viewQuery } from '../../host/shell/src/table/views.ts'
import { widget as declared } from './table-widget.ts'

const columns: Column[] = [
  ...declared.columns,
  { kind: 'money', name: 'price', label: 'Price', currency: 'EUR', sortable: true },
]
const widget: TableWidget = { ...declared, columns }
const stateOf = (query: string) => readListState(new URLSearchParams(query), widget)

describe('a saved view of a list', () => {
  it('keeps all of the list, also what is as declared, but neither page nor size', () => {
    const query = viewQuery(widget, stateOf('status=draft&_page=3&_limit=100'), columns)
    expect(query).to.equal('status=draft&_columns=name%2Cprice&_rows=comfortable&_sort=created_at&_order=DESC')
  })

  it('is read as it was saved', () => {
    const query = 'q=oak&due_on_within=tomorrow&_sort=price%2Cname&_order=DESC%2CASC&_columns=price.120&_rows=compact'
    const { state, leftOut } = readView(widget, columns, query)
    expect(leftOut).to.deep.equal([])
    expect(state.sort.map(({ field }) => field)).to.deep.equal(['price', 'name'])
    expect(viewQuery(widget, state, state.columns ?? [])).to.equal(query)
  })

  it('opens without what is gone, and names it', () => {
    const query = 'colour_like=red&status=draft&status=sold&_columns=size%2Cname&_sort=size%2Cname&_order=ASC%2CDESC'
    const { state, leftOut } = readView(widget, columns, query)
    expect(leftOut).to.deep.equal([
      'the column “size”',
      'the filter “colour”',
      'the filter “status”',
      'the order by “size”',
    ])
    expect(state.filters).to.deep.equal({ status: ['draft'] })
    expect(state.columns?.map(({ name }) => name)).to.deep.equal(['name'])
    expect(state.sort).to.deep.equal([{ field: 'name', order: 'desc' }])
  })

  it('is in the declared order if none of its orders is left', () => {
    expect(readView(widget, columns, '_sort=size&_order=ASC').state.sort).to.deep.equal([widget.default_sort])
  })

  it('shows nothing that the person may not see', () => {
    const { state, leftOut } = readView(widget, declared.columns, '_columns=name%2Cprice&_sort=price&_order=ASC')
    expect(state.columns?.map(({ name }) => name)).to.deep.equal(['name'])
    expect(leftOut).to.deep.equal(['the column “price”', 'the order by “price”'])
  })
})
