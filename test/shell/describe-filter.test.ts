import { expect } from 'chai'
import { comparisonKeys, comparisonsOf } from '../../host/shell/src/table/comparisons.ts'
import { describeFilter } from '../../host/shell/src/table/describe-filter.ts'
import { formatDay } from '../../host/shell/src/values/dates.ts'
import { formatMoney } from '../../host/shell/src/values/money.ts'
import { filters } from './table-widget.ts'

/** The words of all conditions of a filter that are set. */
function words(name: string, set: Record<string, string[]>): string {
  const filter = filters.find((each) => each.name === name)
  if (!filter) throw new Error(`There is no filter [${name}] in these tests.`)
  return comparisonsOf(filter)
    .filter((comparison) => comparisonKeys(filter, comparison).some((key) => key in set))
    .map((comparison) => describeFilter(filter, comparison, { filters: set, titleOf: (id) => `Client ${id}` }))
    .map(({ verb, value }) => `${verb} ${value}`.trim())
    .join(' and ')
}

describe('the words on the chip of a condition', () => {
  it('show the labels of options instead of their values, and that any of them will do', () => {
    expect(words('status', { status: ['draft'] })).to.equal('is Draft')
    expect(words('status', { status: ['draft', 'active', 'gone'] })).to.equal('is Draft, Active or gone')
    expect(words('status', { status_ne: ['draft'] })).to.equal('is not Draft')
    expect(words('status', { status_ne: ['draft', 'active'] })).to.equal('is none of Draft, Active')
  })

  it('describe text, related records, yes or no, and empty', () => {
    expect(words('name', { name_like: ['oak', 'pine'] })).to.equal('contains “oak” or “pine”')
    expect(words('name', { name: ['oak'], name_null: ['false'] })).to.equal('is “oak” and is not empty')
    expect(words('client_id', { client_id: ['7', '8'] })).to.equal('is Client 7 or Client 8')
    expect(words('gift', { gift: ['false'] })).to.equal('is no')
    expect(words('shipped_at', { shipped_at_null: ['true'] })).to.equal('is empty')
  })

  it('describe ranges with one end or two, and amounts in their currency', () => {
    const [low, high] = [formatMoney(1000, 'EUR'), formatMoney(2050, 'EUR')]
    expect(words('price', { price_gte: ['1000'] })).to.equal(`is at least ${low}`)
    expect(words('price', { price_lte: ['2050'] })).to.equal(`is at most ${high}`)
    expect(words('price', { price_gte: ['1000'], price_lte: ['2050'] })).to.equal(`is ${low} – ${high}`)
    const day = formatDay(new Date(2026, 2, 29))
    expect(words('due_on', { due_on_gte: ['2026-03-29'] })).to.equal(`is from ${day}`)
    expect(words('due_on', { due_on_gte: ['2026-03-29'], due_on_lte: ['2026-03-29'] })).to.equal(`is ${day}`)
  })

  it('name days that people often ask for', () => {
    expect(words('due_on', { due_on_within: ['tomorrow'] })).to.equal('is tomorrow')
    expect(words('due_on', { due_on_within: ['last_7_days'] })).to.equal('is in the last 7 days')
  })
})
