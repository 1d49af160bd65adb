import type { BulkResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { ahead, lastSunday, type OpenPractice, pointersOf, type Practice, until } from '../practice.ts'

type Json = Record<string, unknown>

/** Bookings over REST, on every database. */
export function describeBookings(open: OpenPractice): void {
  describe('bookings', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    let client_id: number
    before(async () => {
      practice = await open({
        // One of 200 simultaneous requests waits long for the others on a slow machine.
        handlerSeconds: 120,
        settings: {
          booking: {
            tax_basis_points: 1900,
            discounts: [
              { quantity: 3, basis_points: 1000 },
              { quantity: 10, basis_points: 2000 },
            ],
            cancellation_fee_basis_points: 5000,
            horizon_days: 365,
          },
        },
      })
      service_id = await practice.service({ buffer_after: 15 })
      specialist_id = await practice.specialist({ service_id })
      client_id = await practice.client()
    })
    after(() => practice.host.close())

    const book = (values: Json = {}) =>
      practice.ask('POST', '/bookings', { client_id, service_id, specialist_id, starts_at: ahead(7), ...values })
    const booked = async (values: Json) => {
      const { status, body } = await book(values)
      expect(status, JSON.stringify(body)).to.equal(201)
      return body as Json & { id: number }
    }

    it('start as pending, last as long as the service, and cost its price with tax', async () => {
      const booking = await booked({ starts_at: ahead(8) })
      expect(booking).to.include({
        status: 'pending',
        starts_at: ahead(8),
        ends_at: ahead(8, '11:00'),
        busy_until: ahead(8, '11:15'),
        zone: 'Europe/Berlin',
        price: 7140,
        currency: 'EUR',
      })
      expect(booking).to.have.property('expires_at')
    })

    it('are found by their number, their client and their day', async () => {
      const other = await practice.client({ given_name: 'Rosalind', family_name: 'Franklin' })
      const { id } = await booked({ client_id: other, starts_at: ahead(41, '12:00') })
      const found = async (text: string) => {
        const path = `/bookings?q=${encodeURIComponent(text)}`
        const { body } = await practice.ask<{ id: number }[]>('GET', path)
        return body.map((booking) => booking.id)
      }
      const [day = ''] = ahead(41, '12:00').split('T')
      const [year = '', month = '', date = ''] = day.split('-')
      const spoken = new Date(day).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
      for (const text of [`#${id}`, 'rosalind', 'Franklin Ros', day, `${date}.${month}.${year}`, `${spoken} ${year}`])
        expect(await found(text), text).to.include(id)
      expect(await found(`franklin ${day}`)).to.deep.equal([id])
      expect(await found(`hopper ${day}`)).to.deep.equal([])
      expect(await found(`franklin ${ahead(42).slice(0, 10)}`)).to.deep.equal([])
      expect(await found('99.99.2026')).to.deep.equal([])
    })

    const archivedClient = async () => {
      const id = await practice.client()
      await practice.ask('DELETE', `/api/v1/clients/clients/${id}`)
      return id
    }

    const refused: [string, () => Json | Promise<Json>, string][] = [
      ['an unknown client', () => ({ client_id: 999_999 }), '/client_id'],
      ['an archived client', async () => ({ client_id: await archivedClient() }), '/client_id'],
      ['an unknown service', () => ({ service_id: 999_999 }), '/service_id'],
      ['an unknown specialist', () => ({ specialist_id: 999_999 }), '/specialist_id'],
      [
        'a service that the specialist does not offer',
        async () => ({ service_id: await practice.service() }),
        '/specialist_id',
      ],
      ['an end before the start', () => ({ ends_at: ahead(7, '09:00') }), '/ends_at'],
      ['an end a week later', () => ({ ends_at: ahead(14) }), '/ends_at'],
      ['a time in the past', () => ({ starts_at: ahead(-1) }), '/starts_at'],
      ['a malformed time', () => ({ starts_at: 'tomorrow' }), '/starts_at'],
      ['an unknown zone', () => ({ zone: 'Mars/Olympus' }), '/zone'],
      ['a tampered price', () => ({ price: 1 }), '/price'],
      ['an unknown quote', () => ({ quote_id: '00000000-0000-4000-8000-000000000000' }), '/quote_id'],
      [
        'a local time that the clock change skips',
        () => ({ starts_at: `${lastSunday(3)}T02:30:00+01:00`, zone: 'Europe/Berlin' }),
        '/starts_at',
      ],
      [
        'an offset of the other season',
        () => ({ starts_at: `${lastSunday(3).slice(0, 4)}-01-28T02:30:00+02:00`, zone: 'Europe/Berlin' }),
        '/starts_at',
      ],
      ['a local time without an offset', () => ({ starts_at: ahead(7).slice(0, 19), zone: 'UTC' }), '/starts_at'],
      ['a leap second', () => ({ starts_at: `${ahead(7).slice(0, 10)}T23:59:60Z` }), '/starts_at'],
      [
        'a quote for another service',
        async () => {
          const other = await practice.service({ price: 1 })
          const { body } = await practice.ask('POST', '/bookings/quote', { service_id: other })
          return { quote_id: body.id }
        },
        '/quote_id',
      ],
      ['an id that is too large', () => ({ client_id: 2 ** 31 }), '/client_id'],
      ['a fractional id', () => ({ client_id: 1.5 }), '/client_id'],
      ['an unknown member', () => ({ discount: 5 }), '/discount'],
    ]
    for (const [what, values, pointer] of refused) {
      it(`are refused with ${what}, naming the field`, async () => {
        const { status, body } = await book(await values())
        expect({ status, code: body.code }, JSON.stringify(body)).to.deep.equal({
          status: 422,
          code: 'validation_failed',
        })
        expect(pointersOf(body)).to.include(pointer)
      })
    }

    const changes: [string, () => Json | Promise<Json>, string][] = [
      ['an unknown client', () => ({ client_id: 999_999 }), '/client_id'],
      ['an archived client', async () => ({ client_id: await archivedClient() }), '/client_id'],
      [
        'a specialist who does not offer the service',
        async () => ({ specialist_id: await practice.specialist() }),
        '/specialist_id',
      ],
      ['a time in the past', () => ({ starts_at: ahead(-1) }), '/starts_at'],
      [
        'a local time that the clock change skips',
        () => ({ starts_at: `${lastSunday(3)}T02:30:00+01:00`, zone: 'Europe/Berlin' }),
        '/starts_at',
      ],
      ['an end before the start', () => ({ ends_at: ahead(9, '09:00') }), '/ends_at'],
      ['a tampered price', () => ({ price: 1 }), '/price'],
    ]
    it('cannot be changed to invalid values, alone or with others', async () => {
      const { id } = await booked({ starts_at: ahead(9) })
      const before = (await practice.ask('GET', `/bookings/${id}`)).body
      for (const [what, values, pointer] of changes) {
        const change = await values()
        const alone = await practice.ask('PATCH', `/bookings/${id}`, change)
        expect({ status: alone.status, code: alone.body.code }, what).to.deep.equal({
          status: 422,
          code: 'validation_failed',
        })
        expect(pointersOf(alone.body), what).to.include(pointer)
        const together = await practice.ask('PATCH', '/bookings', [
          { id, notes: 'x' },
          { id, ...change },
        ])
        expect(together.status, what).to.equal(422)
        expect(pointersOf(together.body), what).to.include(`/1${pointer}`)
      }
      expect((await practice.ask('GET', `/bookings/${id}`)).body).to.deep.equal(before)
    })

    it('are not changed by an invalid list of changes', async () => {
      const { id } = await booked({ starts_at: ahead(10) })
      const many = Array.from({ length: 101 }, () => ({ id, notes: 'x' }))
      for (const [json, pointer] of [
        [many, ''],
        [{ id, notes: 'x' }, ''],
        [[{ notes: 'x' }], '/0/id'],
        [
          [
            { id, status: 'confirmed' },
            { id, discount: 1 },
          ],
          '/1/discount',
        ],
      ] as const) {
        const { status, body } = await practice.ask('PATCH', '/bookings', json)
        expect({ status, code: body.code }, pointer).to.deep.equal({ status: 422, code: 'validation_failed' })
        expect(pointersOf(body)).to.include(pointer)
      }
      expect((await practice.ask('GET', `/bookings/${id}`)).body).not.to.have.property('notes')
    })

    it('accept both instants of a repeated local time', async () => {
      const first = await booked({ starts_at: `${lastSunday(10)}T02:15:00+02:00`, zone: 'Europe/Berlin' })
      expect(first.starts_at).to.equal(`${lastSunday(10)}T00:15:00.000Z`)
      const second = await booked({ starts_at: `${lastSunday(10)}T02:45:00+01:00`, zone: 'Europe/Berlin' })
      expect(second.starts_at).to.equal(`${lastSunday(10)}T01:45:00.000Z`)
    })

    it('are refused outside working hours and during absences', async () => {
      const hours = { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', opens: '09:00', closes: '17:00' }
      const other = await practice.specialist({ service_id, hours, zone: 'America/New_York' })
      expect((await book({ specialist_id: other, starts_at: ahead(7, '10:00') })).status).to.equal(422)
      expect((await book({ specialist_id: other, starts_at: ahead(7, '16:00') })).status).to.equal(201)
      const absence = { specialist_id: other, starts_at: ahead(9, '00:00'), ends_at: ahead(10, '12:00') }
      await practice.make('/exceptions', absence)
      const { body } = await book({ specialist_id: other, starts_at: ahead(9, '16:00') })
      expect(pointersOf(body)).to.deep.equal(['/starts_at'])
    })

    it('never overlap, buffers included', async () => {
      await booked({ starts_at: ahead(20) })
      for (const time of ['09:30', '10:30', '11:00', '11:10', '09:00']) {
        const { status, body } = await book({ starts_at: ahead(20, time) })
        expect({ time, status, code: body.code }).to.deep.equal({ time, status: 409, code: 'slot_taken' })
      }
      expect((await book({ starts_at: ahead(20, '11:15') })).status).to.equal(201)
      expect((await book({ starts_at: ahead(20, '08:45') })).status).to.equal(201)
    })

    it('share a slot up to its capacity, and only that slot', async () => {
      const yoga = await practice.service({ name: 'Yoga', capacity: 3 })
      const teacher = await practice.specialist({ service_id: yoga })
      const join = (time: string) => book({ service_id: yoga, specialist_id: teacher, starts_at: ahead(7, time) })
      const statuses = []
      for (let each = 0; each < 4; each++) statuses.push((await join('10:00')).status)
      expect(statuses).to.deep.equal([201, 201, 201, 409])
      expect((await join('10:30')).status).to.equal(409)
      const { body } = await practice.ask<Json[]>('GET', `/bookings?specialist_id=${teacher}&_sort=id`)
      expect(body.map(({ seat }) => seat)).to.have.members([1, 2, 3])
      await practice.ask('PATCH', `/bookings/${body[0]?.id as number}/cancel`)
      expect((await join('10:00')).status).to.equal(201)
    })

    it('are given to one of 200 simultaneous requests for the same slot', async () => {
      const starts_at = ahead(30)
      const answers = await Promise.all(Array.from({ length: 200 }, () => book({ starts_at })))
      const counted: Record<string, number> = {}
      for (const { status, body } of answers) {
        const kind = status === 201 ? '201' : `${status} ${String(body.code)}`
        counted[kind] = (counted[kind] ?? 0) + 1
      }
      expect(counted).to.deep.equal({ '201': 1, '409 slot_taken': 199 })
      const { headers } = await practice.ask('GET', `/bookings?starts_at=${starts_at}&specialist_id=${specialist_id}`)
      expect(headers.get('x-total-count')).to.equal('1')
    })

    it('are made once for one Idempotency-Key', async () => {
      const json = { client_id, service_id, specialist_id, starts_at: ahead(31) }
      const key = { 'idempotency-key': 'a-booking' }
      const [one, other] = [
        await practice.ask('POST', '/bookings', json, key),
        await practice.ask('POST', '/bookings', json, key),
      ]
      expect(other.body).to.deep.equal(one.body)
      expect(other.headers.get('idempotency-replayed')).to.equal('true')
    })

    it('are confirmed and then completed or marked as no-show, and keep their history', async () => {
      const { id } = await booked({ starts_at: ahead(32) })
      const confirmed = await practice.ask('POST', `/bookings/${id}/confirm`)
      expect(confirmed.body).to.include({ status: 'confirmed' }).and.not.to.have.property('expires_at')
      expect((await practice.ask('POST', `/bookings/${id}/no-show`)).body).to.include({ status: 'no_show' })
      const { body } = await practice.ask<Json[]>('GET', `/transitions?booking_id=${id}&_sort=id`)
      expect(body.map(({ from_status, to_status }) => [from_status, to_status])).to.deep.equal([
        [undefined, 'pending'],
        ['pending', 'confirmed'],
        ['confirmed', 'no_show'],
      ])
    })

    it('refuse impossible changes of status and list the allowed ones', async () => {
      const { id } = await booked({ starts_at: ahead(33) })
      const early = await practice.ask('POST', `/bookings/${id}/complete`)
      expect(early.status).to.equal(409)
      expect(early.body).to.deep.include({ code: 'transition_impossible', allowed: ['confirmed', 'cancelled'] })
      await practice.ask('PATCH', `/bookings/${id}/cancel`, { by: 'client', reason: 'Ill' })
      const late = await practice.ask('POST', `/bookings/${id}/confirm`)
      expect(late.body).to.deep.include({ code: 'transition_impossible', allowed: [] })
      expect((await practice.ask('POST', '/bookings/999999/confirm')).status).to.equal(404)
    })

    it('charge a client who cancels late the cancellation fee', async () => {
      const cancelled = async (starts_at: string, by: string, confirm = true) => {
        const { id } = await booked({ starts_at })
        if (confirm) await practice.ask('POST', `/bookings/${id}/confirm`)
        const { body } = await practice.ask('PATCH', `/bookings/${id}/cancel`, { by, reason: 'Ill' })
        expect(body).to.include({ status: 'cancelled', cancelled_by: by, cancel_reason: 'Ill' })
        return body.cancel_fee
      }
      const soon = new Date(Date.now() + 3 * 3_600_000).toISOString()
      expect(await cancelled(soon, 'client')).to.equal(3570)
      expect(await cancelled(soon, 'practice')).to.equal(0)
      expect(await cancelled(soon, 'client', false)).to.equal(0)
      expect(await cancelled(ahead(34), 'client')).to.equal(0)
    })

    it('keep their length when moved, and free their old time', async () => {
      const { id } = await booked({ starts_at: ahead(35), ends_at: ahead(35, '11:30') })
      const { body } = await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(35, '14:00') })
      expect(body).to.include({ starts_at: ahead(35, '14:00'), ends_at: ahead(35, '15:30'), price: 7140 })
      const other = await booked({ starts_at: ahead(35) })
      const back = await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(35, '10:30') })
      expect(back.body).to.include({ code: 'slot_taken' })
      expect((await practice.ask('PATCH', `/bookings/${other.id}`, { notes: 'By the window' })).status).to.equal(200)
      expect((await practice.ask('PATCH', `/bookings/${other.id}`, { price: 5 })).status).to.equal(422)
      await practice.ask('PATCH', `/bookings/${other.id}/cancel`)
      const closed = await practice.ask('PATCH', `/bookings/${other.id}`, { starts_at: ahead(36) })
      expect(closed.body).to.include({ code: 'booking_closed' })
    })

    it('accept the full record with PUT', async () => {
      const { id } = await booked({ starts_at: ahead(37), notes: 'Old' })
      const { body } = await practice.ask('GET', `/bookings/${id}`)
      const put = await practice.ask('PUT', `/bookings/${id}`, { ...body, notes: 'New', starts_at: ahead(37, '12:00') })
      expect(put.status, JSON.stringify(put.body)).to.equal(200)
      expect(put.body).to.include({ notes: 'New', starts_at: ahead(37, '12:00'), ends_at: ahead(37, '13:00') })
    })

    it('are only changed with the current version', async () => {
      const { id } = await booked({ starts_at: ahead(38) })
      const { headers } = await practice.ask('GET', `/bookings/${id}`)
      const tag = { 'if-match': headers.get('etag') ?? '' }
      expect((await practice.ask('PATCH', `/bookings/${id}`, { notes: 'x' }, tag)).status).to.equal(200)
      for (const [method, path] of [
        ['PATCH', ''],
        ['POST', '/confirm'],
        ['PATCH', '/cancel'],
      ] as const) {
        const json = path === '' ? { notes: 'y' } : undefined
        expect((await practice.ask(method, `/bookings/${id}${path}`, json, tag)).status, path).to.equal(412)
      }
    })

    it('are changed together, all or none', async () => {
      const [one, two] = [await booked({ starts_at: ahead(40) }), await booked({ starts_at: ahead(41) })]
      const changes = [
        { id: one.id, starts_at: ahead(40, '15:00') },
        { id: two.id, starts_at: ahead(40, '15:30') },
      ]
      const refused = await practice.ask('PATCH', '/bookings', changes)
      expect(refused.status).to.equal(409)
      expect(refused.body.detail).to.contain('[1]')
      expect((await practice.ask('GET', `/bookings/${one.id}`)).body.starts_at).to.equal(ahead(40))
      const wrong = await practice.ask('PATCH', '/bookings', [{ id: one.id, starts_at: ahead(-1) }])
      expect(pointersOf(wrong.body)).to.deep.equal(['/0/starts_at'])
      const moved = await practice.ask<Json[]>('PATCH', '/bookings', [
        { id: one.id, starts_at: ahead(42) },
        { id: two.id, starts_at: ahead(40) },
      ])
      expect(moved.body.map(({ starts_at }) => starts_at)).to.deep.equal([ahead(42), ahead(40)])
      expect((await practice.ask('PATCH', '/bookings', [])).status).to.equal(422)
    })

    it('are cancelled together, each with the same reason, and refused one by one', async () => {
      const one = await booked({ starts_at: ahead(43) })
      const two = await booked({ starts_at: ahead(44) })
      await practice.ask('POST', `/bookings/${two.id}/confirm`)
      const past = await booked({ starts_at: ahead(45) })
      await practice.ask('PATCH', `/bookings/${past.id}/cancel`, {})
      const body = { by: 'practice', reason: 'The specialist is ill' }
      const { body: result } = await practice.ask<BulkResult>('POST', '/bookings/cancel', {
        ids: [one.id, two.id, past.id],
        body,
      })
      expect(result.done).to.deep.equal([one.id, two.id])
      expect(result.failed.map(({ id, error }) => [id, error.code])).to.deep.equal([[past.id, 'transition_impossible']])
      for (const { id } of [one, two]) {
        const { body: cancelled } = await practice.ask('GET', `/bookings/${id}`)
        expect(cancelled).to.include({ status: 'cancelled', cancelled_by: 'practice', cancel_reason: body.reason })
      }
      const wrong = await practice.ask('POST', '/bookings/cancel', { ids: [one.id], body: { by: 'nobody' } })
      expect(pointersOf(wrong.body)).to.deep.equal(['/body/by'])
      const { body: without } = await practice.ask<BulkResult>('POST', '/bookings/cancel', { ids: [past.id] })
      expect(without.failed.map(({ error }) => error.code)).to.deep.equal(['transition_impossible'])
    })

    it('answer 404 for impossible ids, or 422 naming the field', async () => {
      for (const id of ['abc', '99999999999', '0', '-1'])
        for (const [method, path] of [
          ['GET', ''],
          ['PATCH', ''],
          ['POST', '/confirm'],
          ['PATCH', '/cancel'],
        ] as const) {
          const json = method === 'PATCH' && path === '' ? { notes: 'x' } : undefined
          expect((await practice.ask(method, `/bookings/${id}${path}`, json)).status, `${id}${path}`).to.equal(404)
        }
      expect((await book({ specialist_id: 99_999_999_999 })).status).to.equal(422)
      expect((await practice.ask('PATCH', '/bookings', [{ id: 999_999, notes: 'x' }])).status).to.equal(404)
    })

    it('are quoted with discount and tax, and together cost the quoted total', async () => {
      const { status, body: quote } = await practice.ask('POST', '/bookings/quote', { service_id, quantity: 3 })
      expect(status).to.equal(200)
      expect(quote).to.include({ subtotal: 18_000, discount: 1800, tax: 3078, total: 19_278, currency: 'EUR' })
      const prices = []
      for (const day of [50, 51, 52]) prices.push((await booked({ starts_at: ahead(day), quote_id: quote.id })).price)
      expect(prices).to.deep.equal([6426, 6426, 6426])
      const more = await book({ starts_at: ahead(53), quote_id: quote.id })
      expect(more.body).to.include({ code: 'quote_used' })
      expect((await book({ starts_at: ahead(53), quote_id: quote.id, price: 1 })).status).to.be.oneOf([409, 422])
      expect((await practice.ask('POST', '/bookings/quote', { service_id, quantity: 0 })).status).to.equal(422)
    })
  })

  describe('after its deadline', () => {
    let practice: Practice
    before(
      async () => (practice = await open({ settings: { booking: { pending_minutes: 0.02, quote_minutes: 0.0001 } } })),
    )
    after(() => practice.host.close())

    it('a pending booking expires and frees its time', async () => {
      const service_id = await practice.service()
      const wanted = {
        service_id,
        client_id: await practice.client(),
        specialist_id: await practice.specialist({ service_id }),
        starts_at: ahead(7),
      }
      const id = await practice.make('/bookings', wanted)
      await until(async () => (await practice.ask('GET', `/bookings/${id}`)).body.status === 'expired')
      expect((await practice.ask('POST', `/bookings/${id}/confirm`)).body.code).to.equal('transition_impossible')
      await practice.make('/bookings', wanted)
    })

    it('a quote is no longer accepted', async () => {
      const service_id = await practice.service()
      const { body } = await practice.ask('POST', '/bookings/quote', { service_id })
      await until(() => Date.now() > Date.parse(body.expires_at as string))
      const specialist_id = await practice.specialist({ service_id })
      const wanted = { service_id, specialist_id, client_id: await practice.client(), starts_at: ahead(7) }
      const booked = await practice.ask('POST', '/bookings', { ...wanted, quote_id: body.id })
      expect(booked.status, JSON.stringify(booked.body)).to.equal(409)
      expect(booked.body.code).to.equal('quote_expired')
    })
  })
}
