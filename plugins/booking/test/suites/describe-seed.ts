import { expect } from 'chai'
import { datesOfRules } from '../../src/hours/weekly-rule.ts'
import { isOpen, openTimes, type OpenHours } from '../../src/slots/open-times.ts'
import { DAY } from '../../src/time/span.ts'
import { zoneClock } from '../../src/time/zone-clock.ts'
import type { OpenPractice, Practice } from '../practice.ts'

interface Booking {
  readonly id: number
  readonly client_id: number
  readonly service_id: number
  readonly specialist_id: number
  readonly location_id: number
  readonly starts_at: string
  readonly ends_at: string
  readonly busy_from: string
  readonly busy_until: string
  readonly status: string
  readonly slot: string
  readonly seat: number
  readonly expires_at?: string
  readonly created_at: string
}

interface Transition {
  readonly booking_id: number
  readonly from_status?: string
  readonly to_status: string
  readonly created_at: string
}

interface Exception {
  readonly specialist_id: number
  readonly kind: string
  readonly starts_at: string
  readonly ends_at: string
}

const TOTAL = 600

const dayOfNow = () => new Date().toISOString().slice(0, 10)

const isTaken = ({ status }: Booking) => status !== 'cancelled' && status !== 'expired'

/** A small part of the example data, on every database. */
export function describeSeed(open: OpenPractice): void {
  describe('the example data', () => {
    let practice: Practice
    let rows: Record<string, number>
    let bookings: Booking[]
    /** Today by the clock, so that pending bookings do not expire during the test. */
    let today: string
    before(async () => {
      today = dayOfNow()
      practice = await open()
      rows = (await fill(practice)).rows
      bookings = await all<Booking>('/bookings')
    })
    after(() => practice.host.close())

    const fill = async (of: Practice) => {
      const json = { today, scale: TOTAL / 20_000, in_production: true }
      await of.ask('POST', '/api/v1/plugins/clients/seed', json)
      const { body } = await of.ask<{ outcome: string; rows: Record<string, number> }>(
        'POST',
        '/api/v1/plugins/booking/seed',
        json,
      )
      return body
    }
    const all = async <Row>(path: string, of = practice): Promise<Row[]> => {
      const found: Row[] = []
      for (;;) {
        const page = `${path}?_sort=id&_start=${found.length}&_end=${found.length + 500}`
        const { body } = await of.ask<Row[]>('GET', page)
        found.push(...body)
        if (body.length < 500) return found
      }
    }

    it('contain twelve specialists at four locations in four zones, and past and future bookings', async () => {
      expect(rows).to.include({ booking_specialists: 12, booking_locations: 4, booking_bookings: TOTAL })
      const zones = (await all<{ zone: string }>('/specialists')).map(({ zone }) => zone)
      expect(new Set(zones)).to.have.property('size', 4)
      const statuses = new Set(bookings.map(({ status }) => status))
      expect(statuses).to.include.keys('cancelled', 'completed', 'confirmed', 'no_show')
    })

    it('are the same for the same seed and day, and not added twice', async () => {
      const same = await open()
      try {
        await fill(same)
        expect(await all('/bookings', same)).to.deep.equal(bookings)
        expect(await all('/transitions', same)).to.deep.equal(await all('/transitions'))
      } finally {
        await same.host.close()
      }
      expect(await fill(practice)).to.deep.include({ outcome: 'kept', rows })
    })

    it('contain no double bookings: slots of a specialist do not overlap, and no seat is taken twice', () => {
      const taken = bookings
        .filter(isTaken)
        .sort((one, other) => one.specialist_id - other.specialist_id || (one.busy_from < other.busy_from ? -1 : 1))
      for (const [at, booking] of taken.entries()) {
        const next = taken.slice(at + 1).filter((other) => other.specialist_id === booking.specialist_id)
        const meeting = next.filter((other) => other.busy_from < booking.busy_until)
        for (const other of meeting) {
          expect(other.slot).to.equal(booking.slot)
          expect(other.seat).not.to.equal(booking.seat)
        }
      }
    })

    it('are within the hours of their specialists, at their locations', async () => {
      const [hours, exceptions, holidays] = [
        await all<OpenHours & { specialist_id: number }>('/hours'),
        await all<Exception>('/exceptions'),
        await all<{ day: string; location_id?: number }>('/holidays'),
      ]
      const specialists = await all<{ id: number; zone: string; location_id: number }>('/specialists')
      const spans = (kind: string, id: number) =>
        exceptions
          .filter((each) => each.specialist_id === id && each.kind === kind)
          .map(({ starts_at, ends_at }) => ({ from: Date.parse(starts_at), until: Date.parse(ends_at) }))
      for (const { id, zone, location_id } of specialists) {
        const own = bookings.filter(({ specialist_id }) => specialist_id === id)
        const times = own.map(({ starts_at }) => Date.parse(starts_at))
        const whole = { from: Math.min(...times) - DAY, until: Math.max(...times) + DAY }
        const clock = zoneClock(zone, whole)
        const days = { from: clock.dayOf(whole.from), to: clock.dayOf(whole.until) }
        const closed = holidays.filter((each) => (each.location_id ?? location_id) === location_id)
        const schedule = {
          hours: hours.filter(({ specialist_id }) => specialist_id === id),
          absences: spans('absent', id),
          extras: spans('extra', id),
          holidays: new Set(closed.map(({ day }) => day)),
        }
        const whileOpen = openTimes(schedule, { clock, days, datesOf: datesOfRules() })
        for (const { starts_at, ends_at, location_id: place } of own) {
          expect(place).to.equal(location_id)
          expect(isOpen(whileOpen, { from: Date.parse(starts_at), until: Date.parse(ends_at) }), starts_at).to.equal(
            true,
          )
        }
      }
    })

    it('have a complete history', async () => {
      const transitions = await all<Transition>('/transitions')
      for (const booking of bookings) {
        const steps = transitions.filter(({ booking_id }) => booking_id === booking.id)
        expect(steps[0]).to.include({ to_status: 'pending', created_at: booking.created_at })
        for (const [at, step] of steps.slice(1).entries()) {
          expect(step.from_status).to.equal(steps[at]?.to_status)
          expect(Date.parse(step.created_at)).to.be.greaterThan(Date.parse(steps[at]?.created_at ?? ''))
        }
        expect(steps.at(-1)?.to_status).to.equal(booking.status)
        expect(Date.parse(booking.created_at)).to.be.lessThan(Date.parse(booking.starts_at))
      }
      for (const { expires_at } of bookings.filter(({ status }) => status === 'pending'))
        expect(Date.parse(expires_at ?? '')).to.be.greaterThan(Date.now())
    })

    /** Asks again if midnight (UTC) has passed meanwhile, because the figures of the day begin anew then. */
    const statsOfOneDay = async () => {
      for (;;) {
        const now = dayOfNow()
        const { body } = await practice.ask<Record<string, number>>('GET', '/stats')
        if (dayOfNow() === now) return { stats: body, now }
      }
    }

    it('appear in the key figures, the agenda and the records of clients', async () => {
      const { stats, now } = await statsOfOneDay()
      const held = bookings.filter((each) => each.starts_at.startsWith(now) && isTaken(each))
      expect(stats).to.include({
        today: held.length,
        pending: bookings.filter(({ status }) => status === 'pending').length,
      })
      const day = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10)
      const { body: agenda } = await practice.ask<{ specialists: { bookings: { id: number }[] }[] }[]>(
        'GET',
        `/agenda?from=${day}&to=${day}`,
      )
      const shown = agenda.flatMap(({ specialists }) =>
        specialists.flatMap((each) => each.bookings.map(({ id }) => id)),
      )
      const expected = bookings.filter((each) => each.starts_at.startsWith(day) && isTaken(each)).map(({ id }) => id)
      expect(shown.sort((one, other) => one - other)).to.deep.equal(expected)
      const [{ client_id }] = bookings as [Booking]
      const own = bookings.filter((booking) => booking.client_id === client_id).length
      expect((await practice.section(client_id)).entries[0]).to.deep.equal({ label: 'Bookings', value: own })
    })

    it('leave free slots', async () => {
      const [service] = await all<{ id: number }>('/services')
      const days = [7, 21].map((ahead) => new Date(Date.parse(today) + ahead * DAY).toISOString().slice(0, 10))
      const path = `/slots?service_id=${service?.id}&from=${days[0]}&to=${days[1]}`
      const { body } = await practice.ask<{ starts_at: string; specialist_id: number }[]>('GET', path)
      const [{ starts_at, specialist_id }] = body as [{ starts_at: string; specialist_id: number }]
      const [{ client_id }] = bookings as [Booking]
      const wanted = { client_id, service_id: service?.id, specialist_id, starts_at }
      expect(await practice.make('/bookings', wanted)).to.be.greaterThan(TOTAL)
    })
  })
}
