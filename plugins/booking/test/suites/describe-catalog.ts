import { expect } from 'chai'
import { type OpenPractice, pointersOf, type Practice } from '../practice.ts'

/** Services, specialists, locations and hours over REST, on every database. */
export function describeCatalog(open: OpenPractice): void {
  describe('the catalogue', () => {
    let practice: Practice
    let specialist_id: number
    before(async () => {
      practice = await open()
      specialist_id = await practice.specialist({ hours: false })
    })
    after(() => practice.host.close())

    const weekly = (values: object) => ({
      specialist_id,
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU',
      opens: '09:00',
      closes: '12:00',
      starts_on: '2027-01-04',
      ...values,
    })

    it('stores zones in the spelling of IANA', async () => {
      const { body } = await practice.ask('POST', '/locations', { name: 'A', zone: 'europe/berlin' })
      expect(body).to.include({ zone: 'Europe/Berlin' })
    })

    it('lists the active specialists of a service, with the usual list queries', async () => {
      const service_id = await practice.service({ name: 'Shiatsu' })
      const [one, other] = [
        await practice.specialist({ service_id, name: 'Zoe', hours: false }),
        await practice.specialist({ service_id, name: 'Yan', hours: false }),
      ]
      await practice.specialist({ service_id, name: 'Gone', hours: false, active: false })
      const list = async (query: string) => {
        const { status, body } = await practice.ask<{ id: number }[]>(
          'GET',
          `/services/${service_id}/specialists${query}`,
        )
        return status === 200 ? body.map(({ id }) => id) : status
      }
      expect(await list('?_sort=name')).to.deep.equal([other, one])
      expect(await list('?q=zo')).to.deep.equal([one])
      expect(await list(`?id=${one}&id=${specialist_id}`)).to.deep.equal([one])
      expect(await list('?shoe_size=44')).to.equal(400)
      expect((await practice.ask('GET', '/services/999999/specialists')).status).to.equal(404)
      const unused = await practice.service({ name: 'Nobody does it' })
      expect((await practice.ask('GET', `/services/${unused}/specialists`)).body).to.deep.equal([])
    })

    const refused: [string, string, () => object, string][] = [
      ['an unknown zone', '/locations', () => ({ name: 'A', zone: 'Europe/Atlantis' }), '/zone'],
      ['an offset instead of a zone', '/locations', () => ({ name: 'A', zone: '+02:00' }), '/zone'],
      ['a service without a duration', '/services', () => ({ name: 'A', duration: 0, price: 1 }), '/duration'],
      ['a fractional price', '/services', () => ({ name: 'A', duration: 10, price: 1.5 }), '/price'],
      [
        'a specialist at an unknown location',
        '/specialists',
        () => ({ name: 'A', zone: 'UTC', location_id: 999_999 }),
        '/location_id',
      ],
      ['an offer of an unknown service', '/offers', () => ({ specialist_id, service_id: 999_999 }), '/service_id'],
      ['a malformed rule', '/hours', () => weekly({ rrule: 'every Monday' }), '/rrule'],
      ['a rule that is not weekly', '/hours', () => weekly({ rrule: 'FREQ=DAILY;BYDAY=MO' }), '/rrule'],
      ['a rule without days', '/hours', () => weekly({ rrule: 'FREQ=WEEKLY' }), '/rrule'],
      ['an unknown day', '/hours', () => weekly({ rrule: 'FREQ=WEEKLY;BYDAY=MX' }), '/rrule'],
      ['a rule with COUNT', '/hours', () => weekly({ rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' }), '/rrule'],
      ['hours that end before they start', '/hours', () => weekly({ closes: '08:00' }), '/closes'],
      ['an impossible hour', '/hours', () => weekly({ opens: '25:00' }), '/opens'],
      ['a last day before the first', '/hours', () => weekly({ ends_on: '2027-01-03' }), '/ends_on'],
      [
        'an absence that ends before it starts',
        '/exceptions',
        () => ({ specialist_id, starts_at: '2027-01-04T10:00:00Z', ends_at: '2027-01-04T10:00:00Z' }),
        '/ends_at',
      ],
    ]
    for (const [what, path, values, pointer] of refused) {
      it(`refuses ${what}, naming the field`, async () => {
        const { status, body } = await practice.ask('POST', path, values())
        expect(status, JSON.stringify(body)).to.equal(422)
        expect(pointersOf(body)).to.include(pointer)
      })
    }

    it('stores a rule in upper case, because RFC 5545 allows either', async () => {
      const lower = weekly({ rrule: 'freq=weekly;byday=fr', starts_on: '2027-01-04' })
      const { status, body } = await practice.ask('POST', '/hours', lower)
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body).to.include({ rrule: 'FREQ=WEEKLY;BYDAY=FR' })
      const changed = await practice.ask('PATCH', `/hours/${Number(body.id)}`, { rrule: 'Freq=Weekly;ByDay=fr,sa' })
      expect(changed.body).to.include({ rrule: 'FREQ=WEEKLY;BYDAY=FR,SA' })
      await practice.ask('DELETE', `/hours/${Number(body.id)}`)
    })

    it('shows the right form of a rule that is written in another', async () => {
      const told = async (rrule: string) =>
        ((await practice.ask('POST', '/hours', weekly({ rrule }))).body.errors as { rrule: string }).rrule
      expect(await told('rrule:FREQ=WEEKLY;BYDAY=mo')).to.equal(
        'Leave out [RRULE:] and send the rule alone: FREQ=WEEKLY;BYDAY=MO',
      )
      expect(await told('every Monday')).to.equal('[EVERY MONDAY] is not supported. Example: FREQ=WEEKLY;BYDAY=MO,TU')
      expect(await told('FREQ=WEEKLY')).to.match(/^Choose at least one day of the week/)
    })

    it('refuses overlapping hours, when created and when changed', async () => {
      await practice.make('/hours', weekly({}))
      const overlap = await practice.ask(
        'POST',
        '/hours',
        weekly({ rrule: 'FREQ=WEEKLY;BYDAY=TU', opens: '11:00', closes: '13:00' }),
      )
      expect(overlap.status).to.equal(422)
      expect(pointersOf(overlap.body)).to.deep.equal(['/opens'])
      expect(JSON.stringify(overlap.body)).to.match(/Overlaps with 09:00 to 12:00 on Tuesday"/)
      const after = await practice.make('/hours', weekly({ opens: '12:00', closes: '15:00' }))
      const change = await practice.ask('PATCH', `/hours/${after}`, { opens: '11:30' })
      expect(change.status).to.equal(422)
      expect((await practice.ask('PATCH', `/hours/${after}`, { closes: '16:00' })).status).to.equal(200)
    })

    it('accepts hours in even and odd weeks, because they never overlap', async () => {
      const biweekly = { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA' }
      await practice.make('/hours', weekly({ ...biweekly, starts_on: '2027-01-04' }))
      await practice.make('/hours', weekly({ ...biweekly, starts_on: '2027-01-11' }))
      const third = await practice.ask('POST', '/hours', weekly({ rrule: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=SA' }))
      expect(third.status).to.equal(422)
    })

    it('allows each offer only once', async () => {
      const service_id = await practice.service()
      await practice.make('/offers', { specialist_id, service_id })
      expect((await practice.ask('POST', '/offers', { specialist_id, service_id })).status).to.equal(409)
    })

    it('refuses to overwrite a newer version', async () => {
      const id = await practice.service()
      const { headers } = await practice.ask('GET', `/services/${id}`)
      const tag = { 'if-match': headers.get('etag') ?? '' }
      expect((await practice.ask('PATCH', `/services/${id}`, { price: 1 }, tag)).status).to.equal(200)
      expect((await practice.ask('PATCH', `/services/${id}`, { price: 2 }, tag)).status).to.equal(412)
    })
  })
}
