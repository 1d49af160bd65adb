import { expect } from 'chai'
import { ahead, type Limits, type OpenPractice, type Practice } from '../practice.ts'

type Json = Record<string, unknown>

const hiding = (resource: string, ...hidden: string[]): Limits => ({ fields: [{ resource, hidden }] })

/** What is told of prices to somebody whose role hides some of them, on every database. */
export function describePrices(open: OpenPractice): void {
  describe('prices', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    let client_id: number
    before(async () => {
      practice = await open()
      service_id = await practice.service({ price: 6543 })
      client_id = await practice.client()
    })
    // A new specialist, so that tests do not compete for time.
    beforeEach(async () => (specialist_id = await practice.specialist({ service_id, zone: 'UTC' })))
    after(() => practice.host.close())

    const by = async (name: string, limits: Limits) => {
      const ask = await practice.limited(name, limits)
      return (path: string, json: unknown, method = 'POST') => ask(method, path, json)
    }
    const wanted = (values: Json = {}) => ({ client_id, service_id, specialist_id, starts_at: ahead(7), ...values })
    const weekly = () => wanted({ rrule: 'FREQ=WEEKLY;COUNT=3' })

    it('are not quoted to somebody who does not see the price of the service', async () => {
      const ask = await by('quote-priceless', hiding('booking_services', 'price'))
      const { status, body } = await ask('/bookings/quote', { service_id })
      expect({ status, code: body.code }).to.deep.equal({ status: 403, code: 'permission_denied' })
      expect(body.detail).to.include('[price]')
      expect(JSON.stringify(body)).not.to.include('6543')
    })

    it('are quoted without the name of the service if a role hides it', async () => {
      const ask = await by('quote-nameless', hiding('booking_services', 'name'))
      const { status, body } = await ask('/bookings/quote', { service_id })
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body.subtotal).to.equal(6543)
      expect(JSON.stringify(body)).not.to.include('Massage')
    })

    it('are not quoted for services out of reach, which are answered like unknown ones', async () => {
      const ask = await by('quote-apart', { conditions: [{ resource: 'booking_services', where: 'duration=45' }] })
      const [apart, unknown] = [
        await ask('/bookings/quote', { service_id }),
        await ask('/bookings/quote', { service_id: 999_999 }),
      ]
      expect([apart.status, apart.body.detail, apart.body.errors]).to.deep.equal([
        422,
        unknown.body.detail,
        unknown.body.errors,
      ])
      const near = await practice.service({ duration: 45 })
      expect((await ask('/bookings/quote', { service_id: near })).status).to.equal(200)
    })

    it('of a series are not told to somebody who does not see those of bookings', async () => {
      const ask = await by('series-priceless', hiding('booking_bookings', 'price'))
      const tried = await ask('/bookings/series?dry_run=1', weekly())
      const made = await ask('/bookings/series', weekly())
      expect([tried.status, made.status], JSON.stringify(made.body)).to.deep.equal([200, 201])
      for (const { body } of [tried, made]) {
        expect(body).to.include.keys('zone', 'currency', 'fits').and.not.have.property('total')
        const fits = body.fits as Json[]
        expect(fits.map(({ starts_at }) => starts_at)).to.deep.equal([7, 14, 21].map((days) => ahead(days)))
        for (const fit of fits) expect(fit).not.to.have.property('price')
      }
      const { body } = await practice.ask<Json[]>('GET', `/bookings?series_id=${made.body.id}`)
      expect(body.map(({ price }) => price)).to.deep.equal([6543, 6543, 6543])
    })

    it('of a series are told to whoever sees those of bookings, also if the price of the service is hidden', async () => {
      const ask = await by('series-priced', hiding('booking_services', 'price'))
      const { body } = await ask('/bookings/series?dry_run=1', weekly())
      expect((body.fits as Json[]).map(({ price }) => price)).to.deep.equal([6543, 6543, 6543])
      expect(body.total).to.equal(3 * 6543)
      expect((await ask('/bookings', wanted())).body.price).to.equal(6543)
    })

    it('do not keep somebody who does not see them from booking, and cannot be guessed', async () => {
      const ask = await by('booking-priceless', hiding('booking_bookings', 'price'))
      const made = await ask('/bookings', wanted())
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      expect(made.body).not.to.have.property('price')
      const { id } = made.body
      expect((await practice.ask('GET', `/bookings/${id}`)).body.price).to.equal(6543)
      const guesses = [
        await ask('/bookings', wanted({ starts_at: ahead(8), price: 1 })),
        await ask(`/bookings/${id}`, { price: 1 }, 'PATCH'),
        await ask('/bookings', [{ id, price: 1 }], 'PATCH'),
      ]
      for (const { status, body } of guesses) {
        expect(status, JSON.stringify(body)).to.equal(403)
        expect(JSON.stringify(body)).not.to.include('6543')
      }
      const many = await ask('/bookings', [{ id, notes: 'By the window' }], 'PATCH')
      expect(many.status, JSON.stringify(many.body)).to.equal(200)
      expect(many.body).to.have.nested.property('[0].notes', 'By the window')
      expect(many.body).not.to.have.nested.property('[0].price')
      const other = await practice.service({ price: 4321 })
      await practice.make('/offers', { specialist_id, service_id: other })
      const changed = await ask(`/bookings/${id}`, { service_id: other }, 'PATCH')
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
      expect((await practice.ask('GET', `/bookings/${id}`)).body.price).to.equal(4321)
    })
  })
}
