import { expect } from 'chai'
import { dayRangeCalled, dayRanges } from '../../host/shell/src/values/day-ranges.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

const found = (at: string) =>
  Object.fromEntries(dayRanges(new Date(at)).map(({ label, from, to }) => [label, `${from} ${to}`]))

describe('the ranges of days that a filter offers', () => {
  afterEach(() => applyFormats({}))

  it('lie around today, both ends included', () => {
    applyFormats({ time_zone: 'Europe/Berlin' })
    expect(found('2026-11-25T12:00:00Z')).to.deep.equal({
      Today: '2026-11-25 2026-11-25',
      Tomorrow: '2026-11-26 2026-11-26',
      'This week': '2026-11-23 2026-11-29',
      'Next 7 days': '2026-11-25 2026-12-01',
      'Last 7 days': '2026-11-19 2026-11-25',
      'This month': '2026-11-01 2026-11-30',
    })
  })

  it('follow the time zone and the week of the person', () => {
    applyFormats({ time_zone: 'Asia/Tokyo', formats: { first_day: 7 } })
    const { Today, 'This week': week } = found('2026-12-31T23:00:00Z')
    expect(Today).to.equal('2027-01-01 2027-01-01')
    expect(week).to.equal('2026-12-27 2027-01-02')
  })

  it('are found by the name that stands for them in an address, and mean other days tomorrow', () => {
    applyFormats({ time_zone: 'UTC' })
    const at = (now: string) => dayRangeCalled('tomorrow', new Date(now))?.from
    expect([at('2026-11-25T12:00:00Z'), at('2026-11-26T12:00:00Z')]).to.deep.equal(['2026-11-26', '2026-11-27'])
    expect(dayRangeCalled('someday')).to.be.undefined
  })
})
