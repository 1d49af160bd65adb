import { expect } from 'chai'
import { ahead, type Answer, type Ask, type Limits, type OpenPractice, type Practice } from '../practice.ts'

type Json = Record<string, unknown>

const day = (days: number) => ahead(days).slice(0, 10)

const VERSION = '2026-07-28'
const METHOD = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call' }
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** What somebody books, and which times are offered, whose role does not reach some services, specialists or offers, on every database. */
export function describeReach(open: OpenPractice): void {
  describe('records out of reach', () => {
    let practice: Practice
    let client_id: number
    /** In reach of everybody. */
    let near: { service_id: number; specialist_id: number }
    /** A service, a specialist and an offer that the roles below do not reach, each with the others in reach. */
    let far: Record<'service' | 'specialist' | 'offer', { service_id: number; specialist_id: number }>
    let by: Record<keyof typeof far, Ask>
    before(async () => {
      practice = await open()
      client_id = await practice.client()
      const service_id = await practice.service({ name: 'Near' })
      const specialist_id = await practice.specialist({ service_id, name: 'Near', zone: 'UTC' })
      near = { service_id, specialist_id }
      const service = await practice.service({ name: 'Far' })
      await practice.make('/offers', { specialist_id, service_id: service })
      const specialist = await practice.specialist({ service_id, name: 'Far', zone: 'UTC' })
      const unoffered = await practice.specialist({ name: 'Unoffered', zone: 'UTC' })
      const offer = await practice.make('/offers', { specialist_id: unoffered, service_id })
      far = {
        service: { service_id: service, specialist_id },
        specialist: { service_id, specialist_id: specialist },
        offer: { service_id, specialist_id: unoffered },
      }
      const without = (kind: keyof typeof far, id: number) =>
        practice.limited(`without-${kind}`, { conditions: [{ resource: `booking_${kind}s`, where: `id_ne=${id}` }] })
      by = {
        service: await without('service', service),
        specialist: await without('specialist', specialist),
        offer: await without('offer', offer),
      }
    })
    after(() => practice.host.close())

    const kinds = ['service', 'specialist', 'offer'] as const
    const UNKNOWN = 999_999
    /** The place that somebody asks for who knows of no such record. */
    const unknown = (kind: (typeof kinds)[number]) =>
      kind === 'service' ? { ...near, service_id: UNKNOWN } : { ...near, specialist_id: UNKNOWN }
    const refusal = ({ status, body }: Answer<Json>) => ({ status, code: body.code, errors: body.errors })
    const booking = (place: object, values: Json = {}) => ({ client_id, starts_at: ahead(7), ...place, ...values })
    const callTool = async (ask: Ask, name: string, given: object) => {
      const params = { name, arguments: given, _meta: META }
      const headers = { accept: 'application/json, text/event-stream', ...METHOD, 'mcp-name': name }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const { body } = await ask<{ result: { isError?: boolean } }>('POST', '/api/v1/mcp', call, headers)
      return body.result
    }

    for (const kind of kinds) {
      it(`cannot be booked: ${kind}`, async () => {
        const ask = by[kind]
        const apart = refusal(await ask('POST', '/bookings', booking(far[kind])))
        expect(apart).to.include({ status: 422, code: 'validation_failed' })
        if (kind !== 'offer')
          expect(apart).to.deep.equal(refusal(await ask('POST', '/bookings', booking(unknown(kind)))))
        const series = { rrule: 'FREQ=WEEKLY;COUNT=2' }
        for (const path of ['/bookings/series', '/bookings/series?dry_run=1'])
          expect(refusal(await ask('POST', path, booking(far[kind], series))), path).to.deep.equal(apart)
        for (const [tool, values] of [
          ['book', {}],
          ['book_series', series],
        ] as const)
          expect((await callTool(ask, `booking_${tool}`, booking(far[kind], values))).isError, tool).to.equal(true)
        expect((await practice.ask<Json[]>('GET', '/bookings')).body).to.deep.equal([])
      })
    }

    it('are not where a booking is moved to, but a booking that is there already is moved within them', async () => {
      for (const kind of kinds) {
        const ask = by[kind]
        const id = await practice.make('/bookings', booking(near, { starts_at: ahead(8) }))
        for (const refused of [
          await ask('PATCH', `/bookings/${id}`, far[kind]),
          await ask('PATCH', '/bookings', [{ id, ...far[kind] }]),
        ])
          expect(refused.status, kind).to.equal(422)
        await practice.ask('PATCH', `/bookings/${id}/cancel`, { by: 'practice' })
        const there = await practice.make('/bookings', booking(far[kind], { starts_at: ahead(9) }))
        const moved = await ask('PATCH', `/bookings/${there}`, { starts_at: ahead(9, '12:00') })
        expect(moved.status, JSON.stringify(moved.body)).to.equal(200)
        await practice.ask('PATCH', `/bookings/${there}/cancel`, { by: 'practice' })
      }
    })

    it('are not told to be busy', async () => {
      const taken = await practice.make('/bookings', booking(far.specialist, { starts_at: ahead(10) }))
      const wanted = booking(far.specialist, { starts_at: ahead(10) })
      const free = booking(far.specialist, { starts_at: ahead(10, '15:00') })
      const [busy, idle] = [
        await by.specialist('POST', '/bookings', wanted),
        await by.specialist('POST', '/bookings', free),
      ]
      expect(refusal(busy)).to.deep.equal(refusal(idle))
      await practice.ask('PATCH', `/bookings/${taken}/cancel`, { by: 'practice' })
    })

    it('have no slots', async () => {
      const slots = async (ask: Ask, { service_id, specialist_id }: Json) => {
        const query = `service_id=${service_id as number}&from=${day(20)}&to=${day(20)}`
        const all = await ask<Json[]>('GET', `/slots?${query}`)
        const one = await ask<Json[]>('GET', `/slots?${query}&specialist_id=${specialist_id as number}`)
        const none = await ask('GET', `/slots?${query}&specialist_id=${UNKNOWN}`)
        return { one, none, all: all.body }
      }
      for (const kind of ['specialist', 'offer'] as const) {
        const { one, none, all } = await slots(by[kind], far[kind])
        if (kind === 'offer') expect([one.status, one.body], kind).to.deep.equal([200, []])
        else expect([one.status, refusal(one as unknown as Answer<Json>)], kind).to.deep.equal([422, refusal(none)])
        const offered = new Set(all.map(({ specialist_id }) => specialist_id))
        expect(offered, kind).not.to.include(far[kind].specialist_id)
        expect(offered, kind).to.include(near.specialist_id)
      }
      const query = `from=${day(20)}&to=${day(20)}`
      const apart = await by.service('GET', `/slots?service_id=${far.service.service_id}&${query}`)
      const missing = await by.service('GET', `/slots?service_id=${UNKNOWN}&${query}`)
      expect(refusal(apart)).to.deep.equal(refusal(missing))
      expect(apart.status).to.equal(422)
      const given = { service_id: far.service.service_id, from: day(20), to: day(20) }
      expect((await callTool(by.service, 'booking_find_slots', given)).isError).to.equal(true)
      const others = { ...given, service_id: near.service_id }
      expect((await callTool(by.service, 'booking_find_slots', others)).isError).not.to.equal(true)
    })

    it('are not listed as specialists of a service', async () => {
      const { body } = await by.offer<Json[]>('GET', `/services/${near.service_id}/specialists`)
      expect(body.map(({ id }) => id)).to.deep.equal([near.specialist_id, far.specialist.specialist_id])
    })

    it('get no hours, absences, holidays, offers or feeds, as if they did not exist', async () => {
      const ask = by.specialist
      const hours = { rrule: 'FREQ=WEEKLY;BYDAY=MO', opens: '09:00', closes: '10:00', starts_on: day(1) }
      const records: [string, Json][] = [
        ['/hours', hours],
        ['/exceptions', { starts_at: ahead(30), ends_at: ahead(31) }],
        ['/offers', { service_id: far.service.service_id }],
        ['/calendar-feeds', { name: 'Feed' }],
      ]
      for (const [path, values] of records) {
        const apart = await ask('POST', path, { specialist_id: far.specialist.specialist_id, ...values })
        const missing = await ask('POST', path, { specialist_id: UNKNOWN, ...values })
        expect(refusal(apart), path).to.deep.equal(refusal(missing))
        expect(apart.status, path).to.equal(422)
      }
      const id = await practice.make('/exceptions', { specialist_id: far.specialist.specialist_id, ...records[1]?.[1] })
      const kept = await ask('PATCH', `/exceptions/${id}`, { reason: 'Course' })
      expect(kept.status, JSON.stringify(kept.body)).to.equal(200)
    })

    it('are not named by hours that overlap them', async () => {
      const starts_on = day(40)
      const hours = {
        specialist_id: near.specialist_id,
        rrule: 'FREQ=WEEKLY;BYDAY=TU',
        opens: '10:00',
        closes: '11:00',
        starts_on,
      }
      const overlap = async (name: string, limits: Limits) => {
        const { body } = await (await practice.limited(name, limits))('POST', '/hours', hours)
        return (body.errors as Json).opens as string
      }
      const resource = 'booking_hours'
      const unseen = 'Overlaps with other hours of the specialist'
      expect(await overlap('hours-apart', { conditions: [{ resource, where: `starts_on=${starts_on}` }] })).to.equal(
        unseen,
      )
      expect(await overlap('hours-seen', {})).to.include('00:00 to 24:00')
    })

    it('tell in slots nothing of the fields that a role hides', async () => {
      const query = `/slots?service_id=${near.service_id}&specialist_id=${near.specialist_id}&from=${day(20)}&to=${day(20)}`
      const whole = Object.keys((await practice.ask<Json[]>('GET', query)).body[0] ?? {})
      const hidden = {
        booking_services: { duration: ['ends_at', 'local_end'], capacity: ['free'], price: [] },
        booking_specialists: { zone: ['specialist_zone'], location_id: ['location_id'], email: [] },
      }
      for (const [resource, fields] of Object.entries(hidden))
        for (const [field, missing] of Object.entries<string[]>(fields)) {
          const name = `slots-without-${field.replace('_', '-')}`
          const ask = await practice.limited(name, { fields: [{ resource, hidden: [field] }] })
          const { status, body } = await ask<Json[]>('GET', query)
          expect(status, JSON.stringify(body)).to.equal(200)
          expect(body, field).not.to.deep.equal([])
          for (const slot of body)
            expect(Object.keys(slot), field).to.have.members(whole.filter((member) => !missing.includes(member)))
        }
    })
  })
}
