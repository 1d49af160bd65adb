import { expect } from 'chai'
import { type BusyTime, slotKey, slotRules } from '../src/slots/slot-rules.ts'
import { datesOfRules } from '../src/hours/weekly-rule.ts'
import { freeSlots } from '../src/slots/free-slots.ts'
import { isOpen, openTimes, type Schedule } from '../src/slots/open-times.ts'
import { DAY, MINUTE } from '../src/time/span.ts'
import { zoneClock } from '../src/time/zone-clock.ts'

const at = (text: string) => Date.parse(text)
const DAILY = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU'

/** The slots in one day of a specialist in Berlin. */
function dayInBerlin(day: string, { opens, closes, schedule = {}, service = {}, busy = [] }: DayOptions) {
  const from = at(`${day}T00:00Z`)
  const clock = zoneClock('Europe/Berlin', { from, until: from + DAY })
  const hours = [{ rrule: DAILY, opens, closes, starts_on: '2020-01-01' }]
  const known = { hours, absences: [], extras: [], holidays: new Set<string>(), ...schedule }
  const open = openTimes(known, { clock, days: { from: day, to: day }, datesOf: datesOfRules() })
  const rules = slotRules({ id: 1, duration: 30, buffer_before: 0, buffer_after: 0, capacity: 1, ...service })
  const within = { from: from - DAY, until: from + 2 * DAY }
  return {
    open,
    slots: () => freeSlots(open, { rules, busy, within }).map((slot) => clock.textOf(slot.from).slice(11, 22)),
  }
}

interface DayOptions {
  opens: string
  closes: string
  schedule?: Partial<Schedule>
  service?: Partial<Parameters<typeof slotRules>[0]>
  busy?: BusyTime[]
}

describe('Slots', () => {
  it('leave out the hour that the clock change skips', () => {
    const { slots } = dayInBerlin('2027-03-28', { opens: '01:00', closes: '04:00' })
    expect(slots()).to.deep.equal(['01:00:00+01', '01:30:00+01', '03:00:00+02', '03:30:00+02'])
  })

  it('contain the repeated hour twice', () => {
    const { slots } = dayInBerlin('2026-10-25', { opens: '01:30', closes: '04:00' })
    expect(slots()).to.deep.equal([
      '01:30:00+02',
      '02:00:00+02',
      '02:30:00+02',
      '02:00:00+01',
      '02:30:00+01',
      '03:00:00+01',
      '03:30:00+01',
    ])
  })

  it('start after the gap if hours start within it, and end before it if hours end within it', () => {
    expect(dayInBerlin('2027-03-28', { opens: '02:30', closes: '04:00' }).slots()).to.deep.equal([
      '03:00:00+02',
      '03:30:00+02',
    ])
    expect(dayInBerlin('2027-03-28', { opens: '01:00', closes: '02:30' }).slots()).to.deep.equal([
      '01:00:00+01',
      '01:30:00+01',
    ])
  })

  it('do not exist if all hours are skipped', () => {
    expect(dayInBerlin('2027-03-28', { opens: '02:10', closes: '02:50' }).slots()).to.deep.equal([])
  })

  it('respect the buffers of bookings and their own', () => {
    const booked = { from: at('2027-01-04T09:00Z'), until: at('2027-01-04T09:40Z'), slot: 'other' }
    const { slots } = dayInBerlin('2027-01-04', {
      opens: '09:00',
      closes: '12:00',
      service: { buffer_before: 10 },
      busy: [booked],
    })
    expect(slots()).to.deep.equal(['09:00:00+01', '09:30:00+01', '11:00:00+01', '11:30:00+01'])
  })

  it('are free up to the capacity of the service', () => {
    const span = { from: at('2027-01-04T08:00Z'), until: at('2027-01-04T08:30Z') }
    const one = { ...span, slot: slotKey(1, span) }
    const of = (busy: BusyTime[]) =>
      dayInBerlin('2027-01-04', { opens: '09:00', closes: '09:30', service: { capacity: 2 }, busy }).slots()
    expect(of([one])).to.have.lengthOf(1)
    expect(of([one, one])).to.have.lengthOf(0)
    expect(of([{ ...one, slot: 'other' }])).to.have.lengthOf(0)
  })

  it('follow the step of the service, also after an absence', () => {
    const absences = [{ from: at('2027-01-04T08:20Z'), until: at('2027-01-04T08:50Z') }]
    const { slots } = dayInBerlin('2027-01-04', {
      opens: '09:00',
      closes: '11:00',
      service: { step: 15 },
      schedule: { absences },
    })
    expect(slots()).to.deep.equal(['10:00:00+01', '10:15:00+01', '10:30:00+01'])
  })

  it('do not exist on a holiday, except in extra times', () => {
    const extras = [{ from: at('2027-01-04T18:00Z'), until: at('2027-01-04T18:30Z') }]
    const holidays = new Set(['2027-01-04'])
    const { slots } = dayInBerlin('2027-01-04', { opens: '09:00', closes: '11:00', schedule: { extras, holidays } })
    expect(slots()).to.deep.equal(['19:00:00+01'])
  })

  it('continue through adjacent hours', () => {
    const extras = [{ from: at('2027-01-04T08:30Z'), until: at('2027-01-04T09:00Z') }]
    const { open } = dayInBerlin('2027-01-04', { opens: '09:00', closes: '09:30', schedule: { extras } })
    expect(isOpen(open, { from: at('2027-01-04T08:15Z'), until: at('2027-01-04T08:45Z') })).to.equal(true)
    expect(isOpen(open, { from: at('2027-01-04T08:45Z'), until: at('2027-01-04T09:15Z') })).to.equal(false)
  })

  it('support zones with fractional offsets', () => {
    const clock = zoneClock('Asia/Kathmandu', { from: 0, until: MINUTE })
    expect(clock.textOf(clock.instantOf('1986-06-01', '09:00'))).to.match(/^1986-06-01T09:00:00\+05:/)
    const now = zoneClock('Asia/Kathmandu', { from: at('2027-01-01T00:00Z'), until: at('2027-02-01T00:00Z') })
    expect(now.textOf(at('2027-01-10T00:00Z'))).to.equal('2027-01-10T05:45:00+05:45')
  })
})
