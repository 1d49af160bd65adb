import { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import { seriesDates } from '../src/series/series-dates.ts'

const BERLIN = 'Europe/Berlin'

const dates = (rrule: string, starts_at = '2027-03-14T09:00:00.000Z', zone = BERLIN) =>
  seriesDates({ rrule, starts_at, zone })
const starts = (...given: Parameters<typeof dates>) => dates(...given).map(({ starts_at }) => starts_at)

/** The pointer of the error, or the number of dates. */
function refusal(rrule: string, starts_at?: string): string | number {
  try {
    return dates(rrule, starts_at).length
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.options.details?.[0]?.pointer ?? error.message
  }
}

describe('The dates of a series', () => {
  it('keep their local time when clocks change', () => {
    expect(dates('FREQ=WEEKLY;COUNT=4')).to.deep.equal([
      { local_start: '2027-03-14T10:00:00', starts_at: '2027-03-14T09:00:00.000Z' },
      { local_start: '2027-03-21T10:00:00', starts_at: '2027-03-21T09:00:00.000Z' },
      { local_start: '2027-03-28T10:00:00', starts_at: '2027-03-28T08:00:00.000Z' },
      { local_start: '2027-04-04T10:00:00', starts_at: '2027-04-04T08:00:00.000Z' },
    ])
  })

  it('have no instant for a skipped local time, and keep their local time afterwards', () => {
    expect(dates('FREQ=WEEKLY;COUNT=3', '2027-03-21T01:30:00.000Z')).to.deep.equal([
      { local_start: '2027-03-21T02:30:00', starts_at: '2027-03-21T01:30:00.000Z' },
      { local_start: '2027-03-28T02:30:00', starts_at: undefined },
      { local_start: '2027-04-04T02:30:00', starts_at: '2027-04-04T00:30:00.000Z' },
    ])
  })

  it('use the earlier of two equal local times, but the first date as given', () => {
    expect(starts('FREQ=WEEKLY;COUNT=2', '2027-10-24T00:30:00.000Z')[1]).to.equal('2027-10-31T00:30:00.000Z')
    expect(starts('FREQ=WEEKLY;COUNT=1', '2027-10-31T01:30:00.000Z')).to.deep.equal(['2027-10-31T01:30:00.000Z'])
  })

  it('end with UNTIL, given as a day, a local time or an instant', () => {
    const until = (text: string) => starts(`FREQ=DAILY;UNTIL=${text}`).length
    expect(until('20270316')).to.equal(3)
    expect(until('20270316T100000')).to.equal(3)
    expect(until('20270316T095959')).to.equal(2)
    expect(until('20270316T090000Z')).to.equal(3)
    expect(until('20270316T085959Z')).to.equal(2)
  })

  it('support weekdays, intervals and days of the month, skipping days that do not exist', () => {
    const days = (rrule: string, starts_at?: string) =>
      dates(rrule, starts_at).map((each) => each.local_start.slice(5, 10))
    expect(days('FREQ=WEEKLY;BYDAY=SU,WE;COUNT=4')).to.deep.equal(['03-14', '03-17', '03-21', '03-24'])
    expect(days('FREQ=WEEKLY;INTERVAL=2;COUNT=3')).to.deep.equal(['03-14', '03-28', '04-11'])
    expect(days('FREQ=MONTHLY;BYDAY=2SU;COUNT=3')).to.deep.equal(['03-14', '04-11', '05-09'])
    expect(days('FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', '2027-03-31T09:00:00Z')).to.deep.equal([
      '03-31',
      '05-31',
      '07-31',
    ])
  })

  for (const rrule of [
    'every Monday',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'FREQ=WEEKLY',
    'COUNT=3',
    'FREQ=WEEKLY;COUNT=3;UNTIL=20270401',
    'FREQ=WEEKLY;COUNT=3;COUNT=4',
    'FREQ=WEEKLY;COUNT=0',
    'FREQ=WEEKLY;COUNT=105',
    'FREQ=DAILY;UNTIL=20291231',
    'FREQ=WEEKLY;UNTIL=20401231',
    'FREQ=MONTHLY;INTERVAL=12;COUNT=5',
    'FREQ=WEEKLY;BYDAY=MX;COUNT=3',
    'FREQ=HOURLY;COUNT=3',
    'FREQ=DAILY;BYHOUR=9,10;COUNT=3',
    'FREQ=WEEKLY;UNTIL=20271399',
    'FREQ=WEEKLY;UNTIL=20260101',
    'FREQ=WEEKLY;INTERVAL=0;COUNT=3',
    'FREQ=WEEKLY;COUNT=3;',
  ])
    it(`are refused for [${rrule}]`, () => expect(refusal(rrule)).to.equal('/rrule'))

  it('must start with the first date of the rule', () => {
    expect(refusal('FREQ=WEEKLY;BYDAY=MO;COUNT=3')).to.equal('/starts_at')
    expect(refusal('FREQ=MONTHLY;BYMONTHDAY=30;BYSETPOS=4;COUNT=3')).to.equal('/starts_at')
    expect(refusal('FREQ=WEEKLY;COUNT=104')).to.equal(104)
  })
})
