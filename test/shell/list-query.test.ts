import { expect } from 'chai'
import { chosenQueries, exportQuery, matchQuery, pageQuery } from '../../host/shell/src/table/list-query.ts'
import { dayRangeCalled } from '../../host/shell/src/values/day-ranges.ts'
import { readListState } from '../../host/shell/src/table/list-state.ts'
import { widget } from './table-widget.ts'

const stateOf = (query: string) => readListState(new URLSearchParams(query), widget)
const at = (query: string, name: string) => new URLSearchParams(query).get(name) ?? ''

describe('the query of a list', () => {
  it('requests one page, with an exclusive end', () => {
    expect(pageQuery(widget, stateOf('_page=3&_limit=50'))).to.equal('_sort=created_at&_order=DESC&_start=100&_end=150')
  })

  it('writes filters and search in the list dialect', () => {
    const query = pageQuery(
      widget,
      stateOf('q=oak&name_like=lamp&status=draft&status=active&gift=true&shipped_at_null=false'),
    )
    expect(query).to.match(/^q=oak&name_like=lamp&status=draft&status=active&gift=true&shipped_at_null=false&_sort=/)
  })

  it('exports all matching records, sorted and not paged', () => {
    expect(exportQuery(widget, stateOf('q=oak&_page=3'))).to.equal('q=oak&_sort=created_at&_order=DESC')
  })

  it('exports chosen records, sorted, in as many requests as their ids need', () => {
    expect(chosenQueries(stateOf('q=oak'), [7, 'a b'])).to.deep.equal(['_sort=created_at&_order=DESC&id=7&id=a+b'])
    const many = chosenQueries(
      stateOf(''),
      Array.from({ length: 1500 }, (_, at) => 10_000 + at),
    )
    expect(many).to.have.length(3)
    expect(many.flatMap((query) => new URLSearchParams(query).getAll('id'))).to.have.length(1500)
    for (const query of many) expect(query.length).to.be.lessThan(6100)
  })

  it('has only search and filters for an action on all records', () => {
    expect(matchQuery(widget, stateOf('q=oak&status=draft&_page=3&_sort=name'))).to.equal('q=oak&status=draft')
    expect(matchQuery(widget, stateOf('_page=3'))).to.equal('')
  })

  it('sends calendar days unchanged', () => {
    expect(at(matchQuery(widget, stateOf('due_on_lte=2026-03-29')), 'due_on_lte')).to.equal('2026-03-29')
  })

  it('covers instants from the first to the last moment of a day in the person’s time zone', () => {
    const query = matchQuery(widget, stateOf('created_at_gte=2026-03-29&created_at_lte=2026-03-29'))
    expect(at(query, 'created_at_gte')).to.equal(new Date(2026, 2, 29).toISOString())
    expect(at(query, 'created_at_lte')).to.equal(new Date(2026, 2, 29, 23, 59, 59, 999).toISOString())
  })

  it('sends the days that a name means today', () => {
    const { from, to } = dayRangeCalled('last_7_days') ?? { from: '', to: '' }
    expect(matchQuery(widget, stateOf('due_on_within=last_7_days'))).to.equal(`due_on_gte=${from}&due_on_lte=${to}`)
    const replaced = matchQuery(widget, stateOf('due_on_within=last_7_days&due_on_gte=2020-01-01'))
    expect(replaced, 'the name counts').to.equal(`due_on_gte=${from}&due_on_lte=${to}`)
    expect(matchQuery(widget, stateOf('due_on_within=someday'))).to.equal('due_on_within=someday')
  })

  it('excludes values, and asks for those that are empty, as far as the list takes it', () => {
    const query = 'name=oak&name_ne=pine&name_null=false&status_ne=draft'
    expect(matchQuery(widget, stateOf(query))).to.equal(query)
    expect(matchQuery(widget, stateOf('status_null=true')), 'not declared').to.equal('')
  })

  it('sends invalid days unchanged, so that the host can reject them', () => {
    expect(matchQuery(widget, stateOf('created_at_gte=soon'))).to.equal('created_at_gte=soon')
  })
})
