import { expect } from 'chai'
import { formatDay, formatInstant } from '../../host/shell/src/values/dates.ts'
import { recordTitle, textInWords } from '../../host/shell/src/values/record-title.ts'

describe('the title of a record', () => {
  it('is its title field, with days and instants in the person’s time zone, or else its id', () => {
    const starts_at = '2026-11-24T08:00:00.000Z'
    expect(recordTitle({ id: 7, starts_at }, 'starts_at')).to.equal(formatInstant(new Date(starts_at)))
    expect(recordTitle({ id: 7, starts_at: '2026-11-24T09:00:00+01:00' }, 'starts_at')).to.equal(
      formatInstant(new Date(starts_at)),
    )
    expect(recordTitle({ id: 7, day: '2026-11-24' }, 'day')).to.equal(formatDay(new Date(2026, 10, 24)))
    expect(recordTitle({ id: 7, day: '2026-99-99' }, 'day')).to.equal('2026-99-99')
    expect(recordTitle({ id: 7, name: 'On 2026-11-24T08:00:00Z' }, 'name')).to.equal('On 2026-11-24T08:00:00Z')
    expect(textInWords(starts_at, 'record-title')).to.equal(formatInstant(new Date(starts_at)))
    expect(textInWords(starts_at, undefined)).to.equal(undefined)
    expect([recordTitle({ id: 7, name: '' }, 'name'), recordTitle({ id: 'a' }, undefined)]).to.deep.equal(['7', 'a'])
  })
})
