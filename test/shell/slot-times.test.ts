import { expect } from 'chai'
import { dayIn, monthOf, nextMonth, slotTimes, startsOf, zonesOf } from '../../host/shell/src/fields/slot-times.ts'

const source = { path: '/slots', starts: 'at', zone: 'zone' }

describe('the times on offer', () => {
  it('are the starts in an answer, without duplicates and in order; invalid rows are ignored', () => {
    const answer = [
      { at: '2026-11-23T10:00:00.000Z' },
      { at: '2026-11-23T09:00:00Z' },
      { at: '2026-11-23T09:00:00.000Z' },
      { at: 'soon' },
      null,
      {},
    ]
    expect(startsOf(answer, source)).to.deep.equal(['2026-11-23T09:00:00.000Z', '2026-11-23T10:00:00.000Z'])
    expect(startsOf({ message: 'No' }, source)).to.deep.equal([])
    expect(zonesOf([{ zone: 'UTC' }, { zone: 'UTC' }, {}], source)).to.deep.equal(['UTC'])
  })

  it('belong to their day in the time zone', () => {
    const [time] = slotTimes(['2026-11-23T23:30:00.000Z'], 'Asia/Tokyo')
    expect(time?.day).to.equal('2026-11-24')
    expect(time?.text).to.match(/^8:30/)
    expect(dayIn('America/New_York', new Date('2026-11-23T02:00:00.000Z'))).to.equal('2026-11-22')
  })

  it('show their offset if the same time occurs twice', () => {
    const starts = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z']
    const texts = slotTimes(starts, 'Europe/Berlin').map(({ text }) => text)
    expect(texts[0]).to.match(/^2:30.*GMT\+2$/)
    expect(texts[1]).to.match(/^2:30.*GMT\+1$/)
    expect(texts[2]).to.match(/^3:30/)
    expect(texts[2]).not.to.include('GMT')
  })

  it('are read month by month, across years', () => {
    expect(monthOf('2028-02-10')).to.deep.equal({ first: '2028-02-01', last: '2028-02-29' })
    expect(nextMonth('2026-12-31')).to.equal('2027-01-01')
  })
})
