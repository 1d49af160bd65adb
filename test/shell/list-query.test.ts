import { expect } from 'chai'
import { exportQuery, matchQuery, pageQuery } from '../../host/shell/src/table/list-query.ts'
import { readListState } from '../../host/shell/src/table/list-state.ts'
import { widget } from './table-widget.ts'

const stateOf = (query: string) => readListState(new URLSearchParams(query), widget)
const at = (query: string, name: string) => new URLSearchParams(query).get(name) ?? ''

describe('what a list asks the host for', () => {
  it('asks for one page: from the first record to before the last', () => {
    expect(pageQuery(widget, stateOf('_page=3&_limit=50'))).to.equal('_sort=created_at&_order=DESC&_start=100&_end=150')
  })

  it('says filters and search as the dialect does', () => {
    const query = pageQuery(
      widget,
      stateOf('q=oak&name_like=lamp&status=draft&status=active&gift=true&shipped_at_null=false'),
    )
    expect(query).to.match(/^q=oak&name_like=lamp&status=draft&status=active&gift=true&shipped_at_null=false&_sort=/)
  })

  it('exports all that match, sorted, without paging', () => {
    expect(exportQuery(widget, stateOf('q=oak&_page=3'))).to.equal('q=oak&_sort=created_at&_order=DESC')
  })

  it('says only what matches where an action is about all of it', () => {
    expect(matchQuery(widget, stateOf('q=oak&status=draft&_page=3&_sort=name'))).to.equal('q=oak&status=draft')
    expect(matchQuery(widget, stateOf('_page=3'))).to.equal('')
  })

  it('asks for calendar days as they are', () => {
    expect(at(matchQuery(widget, stateOf('due_on_lte=2026-03-29')), 'due_on_lte')).to.equal('2026-03-29')
  })

  it('asks for instants from the first to the last moment of a day in the zone of the person', () => {
    const query = matchQuery(widget, stateOf('created_at_gte=2026-03-29&created_at_lte=2026-03-29'))
    expect(at(query, 'created_at_gte')).to.equal(new Date(2026, 2, 29).toISOString())
    expect(at(query, 'created_at_lte')).to.equal(new Date(2026, 2, 29, 23, 59, 59, 999).toISOString())
  })

  it('passes on what is no day, so that the host can say so', () => {
    expect(matchQuery(widget, stateOf('created_at_gte=soon'))).to.equal('created_at_gte=soon')
  })
})
