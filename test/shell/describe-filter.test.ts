import { expect } from 'chai'
import { describeFilter } from '../../host/shell/src/table/describe-filter.ts'
import { dayOf } from '../../host/shell/src/values/calendar-day.ts'
import { formatDay } from '../../host/shell/src/values/dates.ts'
import { formatMoney } from '../../host/shell/src/values/money.ts'
import { filters } from './table-widget.ts'

function words(name: string, set: Record<string, string[]>): string | null {
  const filter = filters.find((each) => each.name === name)
  if (!filter) throw new Error(`There is no filter [${name}] in these tests.`)
  return describeFilter(filter, set)
}

describe('the words on the chip of a filter', () => {
  it('are null while the filter is not set', () => {
    for (const filter of filters) expect(describeFilter(filter, {}), filter.name).to.be.null
  })

  it('show the labels of options instead of their values', () => {
    expect(words('status', { status: ['draft', 'active', 'gone'] })).to.equal('Draft, Active, gone')
  })

  it('describe text, yes or no, and empty', () => {
    expect(words('name', { name_like: ['oak'] })).to.equal('contains “oak”')
    expect(words('gift', { gift: ['false'] })).to.equal('No')
    expect(words('shipped_at', { shipped_at_null: ['true'] })).to.equal('is empty')
  })

  it('describe ranges with one end or two, and amounts in their currency', () => {
    const [low, high] = [formatMoney(1000, 'EUR'), formatMoney(2050, 'EUR')]
    expect(words('price', { price_gte: ['1000'] })).to.equal(`from ${low}`)
    expect(words('price', { price_lte: ['2050'] })).to.equal(`up to ${high}`)
    expect(words('price', { price_gte: ['1000'], price_lte: ['2050'] })).to.equal(`${low} – ${high}`)
    expect(words('due_on', { due_on_gte: ['2026-03-29'] })).to.equal(`from ${formatDay(new Date(2026, 2, 29))}`)
  })

  it('name a range of days that people often ask for', () => {
    const today = dayOf(new Date())
    expect(words('due_on', { due_on_gte: [today], due_on_lte: [today] })).to.equal('Today')
  })
})
