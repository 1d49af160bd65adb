import { expect } from 'chai'
import { ahead, type OpenPractice, type Practice } from '../practice.ts'

type Json = Record<string, unknown>

const day = (days: number) => ahead(days).slice(0, 10)

/** Slots over REST, on every database. */
export function describeSlots(open: OpenPractice): void {
  describe('slots over REST', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    const daily = { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', opens: '09:00', closes: '12:00' }
    before(async () => {
      practice = await open()
      service_id = await practice.service()
      specialist_id = await practice.specialist({ service_id, hours: daily, zone: 'Asia/Tokyo' })
    })
    after(() => practice.host.close())

    const slots = (query: string) => practice.ask<Json[]>('GET', `/slots?service_id=${service_id}&${query}`)

    it('are given in UTC and in the requested zone', async () => {
      const { status, body } = await slots(`from=${day(7)}&to=${day(7)}&zone=Asia/Tokyo`)
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body.map(({ local_start }) => local_start)).to.deep.equal(
        ['09', '10', '11'].map((hour) => `${day(7)}T${hour}:00:00+09:00`),
      )
      expect(body[0]).to.deep.include({
        starts_at: ahead(7, '00:00'),
        ends_at: ahead(7, '01:00'),
        specialist_id,
        specialist_zone: 'Asia/Tokyo',
        free: 1,
      })
    })

    it('offer the time of a booking that is being moved', async () => {
      const client_id = await practice.client()
      const starts_at = ahead(12, '01:00')
      const id = await practice.make('/bookings', { client_id, service_id, specialist_id, starts_at })
      const startsOf = async (query: string) => {
        const { body } = await slots(`from=${day(12)}&to=${day(12)}&zone=Asia/Tokyo${query}`)
        return body.map((slot) => slot.starts_at)
      }
      expect(await startsOf('')).not.to.include(starts_at)
      expect(await startsOf(`&booking_id=${id}`)).to.include(starts_at)
      const made = async (path: string, json: object) =>
        (await practice.ask<{ id: string; secret: string }>('POST', `/api/v1/platform/${path}`, json)).body
      const permissions = ['booking.slots.view']
      const person = await made('users', { name: 'Caller', kind: 'service', permissions })
      const { secret } = await made('tokens', { name: 'Caller', user_id: person.id, permissions })
      const path = `/slots?service_id=${service_id}&from=${day(12)}&to=${day(12)}&zone=Asia/Tokyo`
      const ask = async (query: string) =>
        (await practice.ask('GET', path + query, undefined, { authorization: `Bearer ${secret}` })).body
      expect(await ask(`&booking_id=${id}`), 'a booking that the caller does not see').to.deep.equal(await ask(''))
    })

    it('are refused for a specialist or a booking that does not exist', async () => {
      for (const name of ['specialist_id', 'booking_id']) {
        const days = `from=${day(12)}&to=${day(12)}`
        const { status, body } = await practice.ask('GET', `/slots?service_id=${service_id}&${days}&${name}=999999`)
        expect([status, Object.keys(body.errors ?? {})]).to.deep.equal([422, [name]])
      }
    })

    it('leave out booked times and holidays', async () => {
      const client_id = await practice.client()
      await practice.make('/bookings', { client_id, service_id, specialist_id, starts_at: ahead(8, '01:00') })
      await practice.make('/holidays', { name: 'Founders', day: day(9) })
      const { body } = await slots(`from=${day(8)}&to=${day(9)}&zone=Asia/Tokyo&specialist_id=${specialist_id}`)
      expect(body.map(({ starts_at }) => starts_at)).to.deep.equal([ahead(8, '00:00'), ahead(8, '02:00')])
    })

    it('are not offered beyond the horizon or in the past', async () => {
      expect((await slots(`from=${day(300)}&to=${day(310)}`)).body).to.deep.equal([])
      expect((await slots(`from=${day(-9)}&to=${day(-3)}`)).body).to.deep.equal([])
    })

    it('are refused for invalid ranges and zones', async () => {
      for (const query of [
        `from=${day(7)}&to=${day(6)}`,
        `from=${day(7)}&to=${day(90)}`,
        `from=${day(7)}&to=${day(8)}&zone=Nowhere`,
        'from=tomorrow&to=never',
        `from=${day(7)}`,
      ]) {
        const { status } = await slots(query)
        expect(status, query).to.equal(400)
      }
    })

    it('can all be booked', async () => {
      const { body } = await slots(`from=${day(20)}&to=${day(20)}`)
      const client_id = await practice.client()
      for (const { starts_at, ends_at } of body)
        await practice.make('/bookings', { client_id, service_id, specialist_id, starts_at, ends_at })
      expect((await slots(`from=${day(20)}&to=${day(20)}`)).body).to.deep.equal([])
    })
  })
}
