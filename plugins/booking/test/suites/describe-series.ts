import { expect } from 'chai'
import { ahead, lastSunday, type OpenPractice, pointersOf, type Practice } from '../practice.ts'

type Json = Record<string, unknown>

interface Outcome extends Json {
  readonly id?: number
  readonly total: number
  readonly fits: readonly { readonly starts_at: string; readonly booking_id?: number }[]
  readonly conflicts: readonly { readonly local_start: string; readonly reason: string; readonly pointer: string }[]
}

/** Series over REST, on every database. */
export function describeSeries(open: OpenPractice): void {
  describe('series', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    let client_id: number
    before(async () => {
      practice = await open({ settings: { booking: { discounts: [{ quantity: 3, basis_points: 1000 }] } } })
      service_id = await practice.service()
      client_id = await practice.client()
    })
    // A new specialist, so that tests do not compete for time.
    beforeEach(async () => (specialist_id = await practice.specialist({ service_id, zone: 'UTC' })))
    after(() => practice.host.close())

    const wanted = (values: Json = {}) => ({
      ...{ client_id, service_id, specialist_id, starts_at: ahead(7), rrule: 'FREQ=WEEKLY;COUNT=4' },
      ...values,
    })
    const book = (values: Json = {}, query = '', headers: Record<string, string> = {}) =>
      practice.ask<Outcome>('POST', `/bookings/series${query}`, wanted(values), headers)
    const booked = async (values: Json = {}) => {
      const answer = await book(values)
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
      return answer.body as Outcome & { readonly id: number }
    }
    const single = (starts_at: string, values: Json = {}) =>
      practice.make('/bookings', { client_id, service_id, specialist_id, starts_at, ...values })
    const bookingsOf = async (filter: string) => {
      const { body } = await practice.ask<Json[]>('GET', `/bookings?${filter}&_sort=starts_at&_end=200`)
      return body
    }
    const ours = () => bookingsOf(`specialist_id=${specialist_id}`)

    it('book every date as an ordinary booking', async () => {
      const { status, headers, body } = await book({ notes: 'Knee' })
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(headers.get('location')).to.equal(`/api/v1/booking/series/${body.id}`)
      expect(body).to.deep.include({ zone: 'UTC', total: 24_000, currency: 'EUR', conflicts: [] })
      const rows = await bookingsOf(`series_id=${body.id}`)
      expect(rows.map(({ starts_at }) => starts_at)).to.deep.equal([7, 14, 21, 28].map((days) => ahead(days)))
      expect(rows[0]).to.include({ status: 'pending', notes: 'Knee', series_id: body.id, client_id, price: 6000 })
      expect(rows.map(({ id }) => id)).to.deep.equal(body.fits.map(({ booking_id }) => booking_id))
      const series = await practice.ask('GET', `/series/${body.id}`)
      expect(series.body).to.include({ ...wanted({ notes: 'Knee' }), zone: 'UTC', mode: 'all' })
      const listed = await practice.ask<Json[]>('GET', `/series?specialist_id=${specialist_id}`)
      expect(listed.body.map(({ id }) => id)).to.deep.equal([body.id])
    })

    it('keep the local time of the specialist, and list a date whose local time is skipped', async () => {
      const berlin = await practice.specialist({ service_id, zone: 'Europe/Berlin' })
      const sunday = lastSunday(3)
      const starts_at = new Date(Date.parse(`${sunday}T01:30:00Z`) - 7 * 86_400_000).toISOString()
      const { body } = await book({ specialist_id: berlin, starts_at, rrule: 'FREQ=WEEKLY;COUNT=3', mode: 'fitting' })
      expect(body.conflicts).to.deep.equal([
        {
          local_start: `${sunday}T02:30:00`,
          reason: 'wall_time',
          pointer: '/rrule',
          message: 'This time does not exist where the specialist is, because of the clock change',
        },
      ])
      expect(body.fits.map((each) => Date.parse(each.starts_at) - Date.parse(starts_at))).to.deep.equal([
        0,
        14 * 86_400_000 - 3_600_000,
      ])
    })

    it('book nothing if a date is not available, and list every such date', async () => {
      await single(ahead(14, '10:30'))
      const absence = { specialist_id, starts_at: ahead(27), ends_at: ahead(29) }
      await practice.make('/exceptions', absence)
      const { status, body } = await book()
      expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'series_conflicts' })
      const days = [14, 28].map((day) => ahead(day).slice(0, 10)).join(', ')
      expect(body.detail).to.equal(
        `Nothing was booked: 2 of 4 dates are not available (${days}). Choose another time, or book only the available dates.`,
      )
      expect(body.details).to.deep.equal([
        {
          pointer: '/rrule',
          keyword: 'slot_taken',
          message: `${ahead(14).slice(0, 10)} 10:00: This time has already been booked`,
          value: ahead(14).slice(0, 19),
        },
        {
          pointer: '/rrule',
          keyword: 'hours',
          message: `${ahead(28).slice(0, 10)} 10:00: The specialist is not available at that time`,
          value: ahead(28).slice(0, 19),
        },
      ])
      expect(await ours()).to.have.lengthOf(1)
      expect((await practice.ask('GET', `/series?specialist_id=${specialist_id}`)).body).to.deep.equal([])
    })

    it('book the available dates with mode fitting, and nothing if there are none', async () => {
      await single(ahead(7))
      const { body } = await book({ mode: 'fitting' })
      expect(body.conflicts).to.have.lengthOf(1)
      expect(body.conflicts[0]).to.include({ reason: 'slot_taken', pointer: '/starts_at' })
      expect(body.fits.map(({ starts_at }) => starts_at)).to.deep.equal([14, 21, 28].map((days) => ahead(days)))
      const again = await book({ mode: 'fitting' })
      expect({ status: again.status, code: again.body.code }).to.deep.equal({ status: 409, code: 'series_conflicts' })
      expect(await ours()).to.have.lengthOf(4)
    })

    it('report in a dry run what would be booked, and store nothing', async () => {
      await single(ahead(14))
      const { status, body } = await book({}, '?dry_run=1')
      expect(status).to.equal(200)
      expect(body).not.to.have.property('id')
      expect(body.total).to.equal(18_000)
      expect(body.fits.map(({ starts_at }) => starts_at)).to.deep.equal([7, 21, 28].map((days) => ahead(days)))
      expect(body.fits[0]).not.to.have.property('booking_id')
      expect(body.conflicts).to.have.lengthOf(1)
      expect(await ours()).to.have.lengthOf(1)
      expect((await practice.ask('GET', `/series?specialist_id=${specialist_id}`)).body).to.deep.equal([])
    })

    it('do not overlap themselves', async () => {
      const long = await practice.service({ duration: 1440, buffer_after: 30 })
      await practice.make('/offers', { specialist_id, service_id: long })
      const { body } = await book({ service_id: long, rrule: 'FREQ=DAILY;COUNT=4', mode: 'fitting' })
      expect(body.fits.map(({ starts_at }) => starts_at)).to.deep.equal([ahead(7), ahead(9)])
    })

    it('are made once for one Idempotency-Key', async () => {
      const key = { 'idempotency-key': `series-${specialist_id}` }
      const [one, other] = [await book({}, '', key), await book({}, '', key)]
      expect(other.body).to.deep.equal(one.body)
      expect(other.headers.get('idempotency-replayed')).to.equal('true')
      expect(await ours()).to.have.lengthOf(4)
    })

    it('cost what was quoted for their number of dates', async () => {
      const { body: quote } = await practice.ask('POST', '/bookings/quote', { service_id, quantity: 4 })
      expect((await booked({ quote_id: quote.id })).total).to.equal(quote.total)
      const more = await book({ quote_id: quote.id, starts_at: ahead(8), mode: 'fitting' })
      expect({ status: more.status, code: more.body.code }).to.deep.equal({ status: 409, code: 'quote_used' })
      expect(await ours()).to.have.lengthOf(4)
    })

    it('are confirmed as a whole, and cancelled from a day on or one by one', async () => {
      const { id, fits } = await booked()
      const confirmed = await practice.ask<Json[]>('POST', `/series/${id}/confirm`)
      expect(confirmed.body.map(({ status }) => status)).to.deep.equal(Array(4).fill('confirmed'))
      expect((await practice.ask('POST', `/series/${id}/confirm`)).body).to.deep.equal([])
      const alone = fits[1]?.booking_id ?? 0
      expect((await practice.ask('PATCH', `/bookings/${alone}/cancel`)).status).to.equal(200)
      const rest = { from: ahead(21).slice(0, 10), by: 'client', reason: 'Moved away' }
      const cancelled = await practice.ask<Json[]>('PATCH', `/series/${id}/cancel`, rest)
      expect(cancelled.body.map((each) => each.starts_at)).to.deep.equal([ahead(21), ahead(28)])
      expect(cancelled.body[0]).to.include({ status: 'cancelled', cancelled_by: 'client', cancel_reason: 'Moved away' })
      const all = await practice.ask<Json[]>('PATCH', `/series/${id}/cancel`)
      expect(all.body.map((each) => each.starts_at)).to.deep.equal([ahead(7)])
      for (const path of ['/series/999999/cancel', '/series/abc/cancel'])
        expect((await practice.ask('PATCH', path)).status, path).to.equal(404)
    })

    const refused: [string, Json, string][] = [
      ['no end', { rrule: 'FREQ=WEEKLY' }, '/rrule'],
      ['too many dates', { rrule: 'FREQ=DAILY;COUNT=105' }, '/rrule'],
      ['a rule that starts on another date', { rrule: 'FREQ=MONTHLY;BYMONTHDAY=31;BYSETPOS=2;COUNT=2' }, '/starts_at'],
      ['a first date in the past', { starts_at: ahead(-1) }, '/starts_at'],
      ['an unknown client', { client_id: 999_999 }, '/client_id'],
      ['an unknown service', { service_id: 999_999 }, '/service_id'],
      ['an unknown specialist', { specialist_id: 999_999 }, '/specialist_id'],
      ['an unknown quote', { quote_id: '00000000-0000-4000-8000-000000000000' }, '/quote_id'],
      ['an unknown mode', { mode: 'some' }, '/mode'],
      ['an unknown member', { price: 5 }, '/price'],
    ]
    for (const [what, values, pointer] of refused) {
      it(`are refused with ${what}, naming the field`, async () => {
        const { status, body } = await book(values)
        expect(status, JSON.stringify(body)).to.equal(422)
        expect(pointersOf(body)).to.include(pointer)
      })
    }

    it('store their rule in upper case, and show the right form of one with the name of the property', async () => {
      const { status, body } = await book({ rrule: 'freq=weekly;count=2', starts_at: ahead(400) })
      expect(status, JSON.stringify(body)).to.equal(201)
      expect((await practice.ask('GET', `/series/${Number(body.id)}`)).body).to.include({
        rrule: 'FREQ=WEEKLY;COUNT=2',
      })
      const refused = await book({ rrule: 'RRULE:FREQ=WEEKLY;COUNT=2', starts_at: ahead(400) })
      expect([refused.status, refused.body.errors]).to.deep.equal([
        422,
        { rrule: 'Leave out [RRULE:] and send the rule alone: FREQ=WEEKLY;COUNT=2' },
      ])
    })

    it('name the limit for a COUNT of any size', async () => {
      const { body } = await book({ rrule: 'FREQ=WEEKLY;COUNT=1000' })
      expect(body.errors).to.deep.equal({ rrule: 'A series can have at most 104 dates within three years, not 1000' })
    })

    it('never share a date, however many are requested at once', async () => {
      const other = await practice.specialist({ service_id, zone: 'UTC' })
      const ask = (index: number) =>
        book({ specialist_id: index % 2 === 0 ? specialist_id : other, starts_at: ahead(7 + 7 * (index % 3)) })
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index)))
      const codes = answers.map(({ status, body }) => (status === 201 ? 'booked' : `${status} ${String(body.code)}`))
      expect(codes.filter((code) => code === 'booked')).to.have.lengthOf(2)
      expect(codes.filter((code) => code === '409 series_conflicts')).to.have.lengthOf(10)
      expect(await ours()).to.have.lengthOf(4)
    })

    it('move along when clients are merged', async () => {
      const [kept, other_id] = [await practice.client(), await practice.client()]
      const { id } = await booked({ client_id: other_id })
      await practice.ask('POST', `/api/v1/clients/clients/${kept}/merge`, { other_id })
      for (;;) if ((await practice.ask('GET', `/series/${id}`)).body.client_id === kept) break
    })
  })
}
