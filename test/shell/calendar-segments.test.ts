import { expect } from 'chai'
import type { CalendarEntry } from '../../host/shell/src/calendar/calendar-entries.ts'
import { countByDay, layDay, layMonth, segmentsOf } from '../../host/shell/src/calendar/calendar-segments.ts'
import { placeAt } from '../../host/shell/src/calendar/entry-place.ts'

const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
let made = 0
const entry = (start: Date, end: Date): CalendarEntry => ({
  ...{
    id: ++made,
    title: `Visit ${made}`,
    resource: '',
    resourceId: '',
    record: { id: made },
    state: '',
    color: undefined,
  },
  start,
  end,
})
const at = (hour: number, minute = 0, minutes = 60) =>
  entry(local(20, hour, minute), new Date(local(20, hour, minute).getTime() + minutes * 60_000))
const laid = (entries: CalendarEntry[], room = { most: 2, fewer: 1 }) => layDay(entries.flatMap(segmentsOf), room)

describe('entries of a calendar in a grid', () => {
  it('stand at their hours on both days if they cross midnight, and above the hours if they last longer than a day', () => {
    const night = segmentsOf(entry(local(20, 23), local(21, 1)))
    expect(night.map(({ start, end }) => [start, end])).to.deep.equal([
      [local(20, 23), local(21, 0)],
      [local(21, 0), local(21, 1)],
    ])
    expect(new Set(night.map(({ id }) => id)).size).to.equal(2)
    expect(segmentsOf(entry(local(20, 23), local(21, 0)))).to.have.length(1)
    expect(segmentsOf(entry(local(20, 9), local(22, 9)))).to.have.length(1)
  })

  it('are moved by the part that was taken', () => {
    const night = entry(local(20, 23), local(21, 1))
    const later = segmentsOf(night)[1]?.start
    expect(placeAt(night, '2026-11-21 02:00:00', later)).to.deep.equal({ start: local(21, 1), end: local(21, 3) })
    expect(placeAt(night, '2026-11-21 00:00:00', later)).to.deep.equal({ start: night.start, end: night.end })
  })

  it('share the width of their day, and fill what others leave free', () => {
    const { shown, more } = laid([at(9, 0, 90), at(9, 30, 30), at(12)])
    expect(shown.map(([, { at: lane, span, of }]) => [lane, span, of])).to.deep.equal([
      [0, 1, 2],
      [1, 1, 2],
      [0, 1, 1],
    ])
    expect(more).to.deep.equal([])
  })

  it('are counted by the hour where there is no room for them', () => {
    const { shown, more } = laid([at(9), at(9), at(9, 30), at(10), at(10, 15), at(13)])
    expect(shown.map(([{ start }, { besideMore }]) => [start.getHours(), besideMore])).to.deep.equal([
      [9, true],
      [10, true],
      [13, false],
    ])
    expect(more.map(({ day, start, count }) => [day, start, count])).to.deep.equal([
      ['2026-11-20', local(20, 9), 2],
      ['2026-11-20', local(20, 10), 1],
    ])
    const narrow = laid([at(9), at(9), at(10)], { most: 1, fewer: 0 })
    expect(narrow.more.map(({ count }) => count)).to.deep.equal([2])
  })

  it('fit on the days of a month, or are counted', () => {
    const three = layMonth([at(9), at(10), at(11)], undefined)
    expect([three.shown.length, three.more.length]).to.deep.equal([3, 0])
    const five = layMonth([at(9), at(10), at(11), at(12), at(13)], undefined)
    expect(five.shown).to.have.length(2)
    expect(five.more.map(({ day, count, isAll }) => [day, count, isAll])).to.deep.equal([['2026-11-20', 3, false]])
    const counted = layMonth(
      [at(9)],
      new Map([
        ['2026-11-20', 52],
        ['2026-11-21', 0],
      ]),
    )
    expect(counted.shown).to.deep.equal([])
    expect(counted.more.map(({ day, count, isAll }) => [day, count, isAll])).to.deep.equal([['2026-11-20', 52, true]])
  })

  it('are counted on each day that they touch', () => {
    const acrossMidnight = { ...at(23), end: local(21, 1) }
    expect([...countByDay([at(9), at(10), acrossMidnight])]).to.deep.equal([
      ['2026-11-20', 3],
      ['2026-11-21', 1],
    ])
  })
})
