import { expect } from 'chai'
import { ahead, type Limits, type OpenPractice, type Practice } from '../practice.ts'

type Json = Record<string, unknown>

const limiting = (resource: string, limits: Omit<NonNullable<Limits['fields']>[number], 'resource'>): Limits => ({
  fields: [{ resource, ...limits }],
})

/** What the routes that no record kit answers tell of hidden fields, and write into read-only ones, on every database. */
export function describeHiddenFields(open: OpenPractice): void {
  describe('hidden and read-only fields', () => {
    let practice: Practice
    let place: Json
    let at = 6
    before(async () => {
      practice = await open()
      const service_id = await practice.service()
      const specialist_id = await practice.specialist({ service_id, zone: 'UTC' })
      place = { client_id: await practice.client(), service_id, specialist_id }
    })
    after(() => practice.host.close())

    /** A day of its own, so that tests do not compete for time. */
    const wanted = (values: Json = {}) => ({ ...place, starts_at: ahead((at += 1)), ...values })
    const refusal = ({ status, body }: { status: number; body: Json }) => ({ status, code: body.code })

    it('are not told by the refusal of a change that the status does not allow', async () => {
      const ask = await practice.limited('statusless', limiting('booking_bookings', { hidden: ['status'] }))
      const id = await practice.make('/bookings', wanted())
      await practice.ask('PATCH', `/bookings/${id}/cancel`, { by: 'practice' })
      const refused = [
        await ask('POST', `/bookings/${id}/confirm`),
        await ask('POST', `/bookings/${id}/complete`),
        await ask('POST', `/bookings/${id}/withdraw`),
        await ask('POST', `/bookings/${id}/reopen`, { status: 'confirmed' }),
        await ask('PATCH', `/bookings/${id}`, { starts_at: ahead(60) }),
      ]
      const codes = ['transition_impossible', 'transition_impossible', 'transition_impossible']
      expect(refused.map(refusal)).to.deep.equal(
        [...codes, 'reopening_impossible', 'booking_closed'].map((code) => ({ status: 409, code })),
      )
      for (const { body } of refused)
        expect(JSON.stringify(body)).not.to.match(/cancelled|pending|Allowed|"allowed":\["/)
    })

    it('are not written by booking a series', async () => {
      for (const limits of [{ hidden: ['notes'] }, { read_only: ['notes'] }])
        for (const resource of ['booking_bookings', 'booking_series']) {
          const name = `series-${resource.slice(8)}-${Object.keys(limits)[0]?.replace('_', '-')}`
          const ask = await practice.limited(name, limiting(resource, limits))
          const series = wanted({ rrule: 'FREQ=DAILY;COUNT=1' })
          const noted = await ask('POST', '/bookings/series', { ...series, notes: 'Knee' })
          expect(refusal(noted), name).to.deep.equal({ status: 403, code: 'permission_denied' })
          expect(noted.body.detail, name).to.include('[notes]')
          const plain = await ask('POST', '/bookings/series', series)
          expect(plain.status, JSON.stringify(plain.body)).to.equal(201)
        }
      const { body } = await practice.ask<Json[]>('GET', '/bookings?_end=100')
      expect(body.filter(({ notes }) => notes === 'Knee')).to.deep.equal([])
    })

    it('are not written by making a calendar feed', async () => {
      const ask = await practice.limited('feeds', limiting('booking_feeds', { read_only: ['shows'] }))
      const feed = { name: 'Ada', specialist_id: place.specialist_id }
      const told = await ask('POST', '/calendar-feeds', { ...feed, shows: 'client' })
      expect(refusal(told)).to.deep.equal({ status: 403, code: 'permission_denied' })
      const plain = await ask('POST', '/calendar-feeds', feed)
      expect(plain.status, JSON.stringify(plain.body)).to.equal(201)
    })

    it('are left out of the current record of a stale change', async () => {
      const ask = await practice.limited('stale', limiting('booking_bookings', { hidden: ['notes', 'price'] }))
      const id = await practice.make('/bookings', wanted({ notes: 'Knee' }))
      const stale = { 'if-match': `"${id}.99"` }
      const refused = [
        await ask('POST', `/bookings/${id}/confirm`, undefined, stale),
        await ask('PATCH', `/bookings/${id}/cancel`, { by: 'practice' }, stale),
        await ask('POST', `/bookings/${id}/withdraw`, undefined, stale),
        await ask('PATCH', `/bookings/${id}`, { starts_at: ahead(61) }, stale),
      ]
      for (const { status, body } of refused) {
        expect(status, JSON.stringify(body)).to.equal(412)
        expect(body.current).to.include({ id, status: 'pending' }).and.not.have.any.keys('notes', 'price')
      }
    })
  })
}
