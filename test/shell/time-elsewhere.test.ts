import { expect } from 'chai'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'
import { timeElsewhere } from '../../host/shell/src/values/time-elsewhere.ts'

const INSTANT = new Date('2026-11-23T10:30:00Z')

describe('an instant of a record that has a time zone of its own', () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [near, far] = ['Europe/Berlin', 'Pacific/Kiritimati'].map((zone) => timeElsewhere(INSTANT, zone))

  it('names the zone of the person, and the time in the zone of the record', () => {
    expect(near ?? 'Europe/Berlin').to.contain('Europe/Berlin')
    expect(far)
      .to.contain(own.replaceAll('_', ' '))
      .and.to.match(/12:30.AM|00:30/)
  })

  it('names the day where it is another one', () => expect(far).to.contain('24'))

  it('follows the zone that the person has chosen', () => {
    applyFormats({ time_zone: 'Europe/Berlin' })
    expect(timeElsewhere(INSTANT, 'Europe/Berlin')).to.equal(undefined)
    expect(timeElsewhere(INSTANT, 'Pacific/Kiritimati')).to.contain('Europe/Berlin')
    applyFormats({})
  })

  it('is left alone if the zone is that of the person, or none', () => {
    for (const zone of [own, undefined, 7, '', 'Nowhere/Land']) expect(timeElsewhere(INSTANT, zone)).to.equal(undefined)
  })
})
