import { expect } from 'chai'
import pg from 'pg'
import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import { ahead } from '../../plugins/booking/test/practice.ts'
import { describePractice } from '../../plugins/booking/test/suites/describe-practice.ts'
import { connectAgent } from '../helpers/connect-agent.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'

// The plugin's own tests run the same suites on SQLite.
describe('Booking on PostgreSQL', () => {
  describePractice(async (options) => openPractice({ databaseUrl: await createPlatformDatabase(), ...options }))

  it('prevents double booking by a constraint of the database', async () => {
    const databaseUrl = await createPlatformDatabase()
    const practice = await openPractice({ databaseUrl })
    const service_id = await practice.service()
    const specialist_id = await practice.specialist({ service_id })
    const wanted = { service_id, specialist_id, client_id: await practice.client(), starts_at: ahead(7) }
    const id = await practice.make('/bookings', wanted)
    await practice.host.close()
    const database = new pg.Client(databaseUrl)
    await database.connect()
    const again = (slot: string, seat: string) =>
      database.query(
        `INSERT INTO booking_bookings (client_id, specialist_id, service_id, location_id, starts_at, ends_at, zone, status,
           price, currency, busy_from, busy_until, slot, seat, created_at, version)
         SELECT client_id, specialist_id, service_id, location_id, starts_at, ends_at, zone, status,
           price, currency, busy_from, busy_until, ${slot}, ${seat}, created_at, version FROM booking_bookings WHERE id = ${id}`,
      )
    const refusal = async (slot: string, seat: string) =>
      again(slot, seat).then(
        () => 'taken in',
        (error: { constraint: string }) => error.constraint,
      )
    expect(await refusal('slot', 'seat')).to.equal('booking_bookings_seat_taken')
    expect(await refusal("'another'", 'seat + 1')).to.equal('booking_bookings_slot_taken')
    expect(await refusal('slot', 'seat + 1')).to.equal('taken in')
    await database.end()
  })

  it('works for an agent: slots, quote, booking, confirmation, cancellation', async () => {
    const practice = await openPractice({ databaseUrl: await createPlatformDatabase() })
    const { url, token } = practice.host
    const service_id = await practice.service()
    await practice.specialist({ service_id })
    const client_id = await practice.client()
    const agent = await connectAgent('auto', { url, token })
    const call = async (name: string, given: Record<string, unknown>) => {
      const { structuredContent, isError, content } = await agent.call(`booking_${name}`, given)
      expect(isError ?? false, JSON.stringify(content)).to.equal(false)
      return structuredContent as Record<string, unknown>
    }
    const [from, to] = [ahead(7).slice(0, 10), ahead(8).slice(0, 10)]
    const found = await call('find_slots', { service_id, from, to })
    const [slot] = Object.values(found).find(Array.isArray) as { starts_at: string; specialist_id: number }[]
    const quote = await call('quote', { service_id, quantity: 1 })
    const wanted = { client_id, service_id, specialist_id: slot?.specialist_id, starts_at: slot?.starts_at }
    const { id } = await call('book', { ...wanted, quote_id: quote.id, price: quote.total })
    expect(await call('confirm_booking', { id: String(id) })).to.include({ status: 'confirmed' })
    const cancelled = await call('cancel_booking', { id: String(id), by: 'client', reason: 'Ill' })
    expect(cancelled).to.include({ status: 'cancelled', cancel_fee: 0 })
    const weekly = { client_id, service_id, specialist_id: slot?.specialist_id, rrule: 'FREQ=WEEKLY;COUNT=3' }
    const tried = await call('book_series', { ...weekly, starts_at: slot?.starts_at, dry_run: '1' })
    expect(tried.conflicts).to.deep.equal([])
    const series = await call('book_series', { ...weekly, starts_at: slot?.starts_at })
    const confirmed = await call('confirm_series', { id: String(series.id) })
    expect(Object.values(confirmed).find(Array.isArray)).to.have.lengthOf(3)
    await agent[Symbol.asyncDispose]()
    await practice.host.close()
  })

  it('gives a slot to one of 200 requests to two hosts', async () => {
    const databaseUrl = await createPlatformDatabase()
    const first = await openPractice({ databaseUrl })
    const second = await openPractice({ databaseUrl })
    const service_id = await first.service()
    const json = {
      service_id,
      specialist_id: await first.specialist({ service_id }),
      client_id: await first.client(),
      starts_at: ahead(7),
    }
    const asked = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? first : second))
    const answers = await Promise.all(asked.map((practice) => practice.ask('POST', '/bookings', json)))
    const codes = answers.map(({ status, body }) => (status === 201 ? 'booked' : `${status} ${String(body.code)}`))
    await Promise.all([first.host.close(), second.host.close()])
    expect(codes.filter((code) => code === 'booked')).to.have.lengthOf(1)
    expect(codes.filter((code) => code === '409 slot_taken')).to.have.lengthOf(199)
  })
})
