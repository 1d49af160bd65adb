import { expect } from 'chai'
import { groupByDay, nearDay } from '../../host/shell/src/notifications/group-by-day.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

describe('notifications by day', () => {
  before(() => applyFormats({ time_zone: 'Europe/Berlin' }))
  after(() => applyFormats({}))

  it('are grouped by the calendar day of the person', () => {
    const times = ['2026-11-25T23:30:00Z', '2026-11-25T22:30:00Z', '2026-11-24T23:00:00Z']
    const groups = groupByDay(times.map((created_at) => ({ created_at })))
    expect(groups.map(({ day, things }) => [day, things.length])).to.deep.equal([
      ['2026-11-26', 1],
      ['2026-11-25', 2],
    ])
  })

  it('know yesterday after a day of 25 hours, too', () => {
    const lateOnSunday = new Date('2026-10-25T22:30:00Z')
    expect(nearDay('2026-10-25', lateOnSunday)).to.equal('Today')
    expect(nearDay('2026-10-24', lateOnSunday)).to.equal('Yesterday')
    expect(nearDay('2026-10-23', lateOnSunday)).to.equal(undefined)
  })
})
