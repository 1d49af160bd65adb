import { expect } from 'chai'
import { ahead, type OpenPractice, type Practice } from '../practice.ts'

/** The agenda and the key figures over REST, on every database. */
export function describeAgenda(open: OpenPractice): void {
  describe('the agenda', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    let client_id: number
    before(async () => {
      practice = await open()
      service_id = await practice.service()
      specialist_id = await practice.specialist({ service_id, name: 'Ada' })
      client_id = await practice.client()
    })
    after(() => practice.host.close())

    const book = (starts_at: string) => practice.make('/bookings', { client_id, service_id, specialist_id, starts_at })

    it('lists each booking on its day in the requested zone', async () => {
      const [late, gone] = [await book(ahead(7, '22:00')), await book(ahead(7, '10:00'))]
      await practice.ask('PATCH', `/bookings/${gone}/cancel`)
      const [from, to] = [ahead(7).slice(0, 10), ahead(8).slice(0, 10)]
      const agenda = async (zone: string) => {
        const path = `/agenda?from=${from}&to=${to}&zone=${zone}`
        const { body } = await practice.ask<{ day: string; specialists: { bookings: object[] }[] }[]>('GET', path)
        return body
      }
      const utc = await agenda('UTC')
      expect(utc.map(({ day, specialists }) => [day, specialists.length])).to.deep.equal([
        [from, 1],
        [to, 0],
      ])
      expect(utc[0]?.specialists[0]).to.deep.include({ specialist_id, name: 'Ada' })
      const tokyo = await agenda('Asia/Tokyo')
      expect(tokyo[0]?.specialists).to.deep.equal([])
      expect(tokyo[1]?.specialists[0]?.bookings[0]).to.include({ id: late, local_start: `${to}T07:00:00+09:00` })
      expect((await practice.ask('GET', `/agenda?from=${to}&to=${from}`)).status).to.equal(400)
    })

    it('counts the bookings of each day in the requested zone', async () => {
      const [from, to] = [ahead(7).slice(0, 10), ahead(8).slice(0, 10)]
      const counted = async (zone: string) =>
        (await practice.ask<object[]>('GET', `/agenda/days?from=${from}&to=${to}&zone=${zone}`)).body
      expect(await counted('UTC')).to.deep.equal([
        { day: from, count: 1 },
        { day: to, count: 0 },
      ])
      expect(await counted('Asia/Tokyo')).to.deep.equal([
        { day: from, count: 0 },
        { day: to, count: 1 },
      ])
      expect((await practice.ask('GET', `/agenda/days?from=${to}&to=${from}`)).status).to.equal(400)
    })

    it('says when each specialist works: weekly hours and extra times, without absences, holidays and other days', async () => {
      const day = ahead(30).slice(0, 10)
      const next = ahead(31).slice(0, 10)
      const hours = { opens: '08:00', closes: '12:00' }
      const location = await practice.location({ zone: 'UTC' })
      const early = await practice.specialist({ name: 'Early', zone: 'UTC', location_id: location, hours })
      const apart = { specialist_id: early, reason: 'Leave' }
      await practice.make('/exceptions', {
        ...apart,
        kind: 'absent',
        starts_at: ahead(30, '09:00'),
        ends_at: ahead(30, '10:00'),
      })
      await practice.make('/exceptions', {
        ...apart,
        kind: 'extra',
        starts_at: ahead(30, '23:00'),
        ends_at: ahead(31, '01:00'),
      })
      await practice.make('/holidays', { name: 'Founders', day: next, location_id: location })
      const worked = async (query: string) =>
        (await practice.ask<object[]>('GET', `/agenda/hours?${query}&specialist_id=${early}`)).body
      const span = (...[starts, ends]: readonly string[]) => ({ resource: early, starts, ends })
      expect(await worked(`from=${day}&to=${day}&zone=UTC`)).to.deep.equal([
        span(ahead(30, '08:00'), ahead(30, '09:00')),
        span(ahead(30, '10:00'), ahead(30, '12:00')),
        span(ahead(30, '23:00'), ahead(31, '00:00')),
      ])
      expect(await worked(`from=${next}&to=${next}&zone=UTC`)).to.deep.equal([
        span(ahead(31, '00:00'), ahead(31, '01:00')),
      ])
      expect((await practice.ask('GET', `/agenda/hours?from=${next}&to=${day}`)).status).to.equal(400)
      const limited = await practice.limited('agenda-hours', {
        conditions: [{ resource: 'booking_specialists', where: 'name=Nobody' }],
      })
      expect((await limited('GET', `/agenda/hours?from=${day}&to=${day}`)).body).to.deep.equal([])
    })

    it('comes with key figures', async () => {
      const { body } = await practice.ask('GET', '/stats')
      expect(body).to.include({ pending: 1, no_show_30_days: 0 })
    })

    it('tells nothing of fields and specialists that a role hides, and figures do not count by them', async () => {
      const who = await practice.client()
      const starts_at = ahead(7, '20:00')
      const mine = await practice.make('/bookings', { client_id: who, service_id, specialist_id, starts_at })
      const permissions = ['booking.*', 'clients.*.view']
      const by = async (name: string, limits: object) => {
        const made = async (path: string, json: object) =>
          (await practice.ask<{ id: string; secret: string }>('POST', `/api/v1/platform/${path}`, json)).body
        const role = await made('roles', { name, label: name, permissions, ...limits })
        const { id } = await made('users', { name, kind: 'service', roles: [role.id] })
        const { secret } = await made('tokens', { name, user_id: id, permissions })
        const headers = { authorization: `Bearer ${secret}` }
        return async (path: string) => (await practice.ask('GET', path, undefined, headers)).body
      }
      const hiding = (field: string) =>
        by(`agenda-${field.replace('_', '-')}`, { fields: [{ resource: 'booking_bookings', hidden: [field] }] })
      const days = `from=${ahead(7).slice(0, 10)}&to=${ahead(8).slice(0, 10)}&zone=UTC`
      for (const field of ['starts_at', 'ends_at', 'status', 'specialist_id']) {
        const told = JSON.stringify(await (await hiding(field))(`/agenda?${days}`))
        expect(told, field)
          .to.match(/^\[\{"day"/)
          .and.not.include(`"id":${mine},`)
      }
      const clientless = await hiding('client_id')
      expect(JSON.stringify(await clientless(`/agenda?${days}`)))
        .to.include(`"id":${mine},`)
        .and.not.include('client_id')
      expect(
        await (
          await by('agenda-stateless', { fields: [{ resource: 'booking_bookings', hidden: ['status'] }] })
        )('/stats'),
      ).to.deep.include({ pending: 0 })
      const { sections } = await clientless(`/api/v1/clients/clients/${who}/record`)
      expect(JSON.stringify(sections)).to.include('"rows":[]').and.include('{"label":"Bookings","value":0}')
      const apart = await by('agenda-apart', {
        conditions: [{ resource: 'booking_specialists', where: 'name=Nobody' }],
      })
      expect(JSON.stringify(await apart(`/agenda?${days}`)))
        .to.include(`"id":${mine},`)
        .and.not.include('Ada')
      await practice.ask('PATCH', `/bookings/${mine}/cancel`)
    })

    it('adds bookings and the no-show rate to the record of a client', async () => {
      const [one, other] = [await book(ahead(40)), await book(ahead(41))]
      for (const id of [one, other]) await practice.ask('POST', `/bookings/${id}/confirm`)
      await practice.ask('POST', `/bookings/${one}/complete`)
      await practice.ask('POST', `/bookings/${other}/no-show`)
      const { entries, rows } = await practice.section(client_id)
      expect(Object.fromEntries(entries.map(({ label, value }) => [label, value]))).to.deep.equal({
        Bookings: 4,
        Upcoming: 1,
        'No-shows': 1,
        'No-show rate': '50 %',
      })
      expect(rows[0]).to.include({ id: other, status: 'no_show' })
    })

    it('leads from the latest bookings of a client to all of them', async () => {
      const who = await practice.client()
      const book = (hour: number) =>
        practice.make('/bookings', {
          ...{ client_id: who, service_id, specialist_id },
          starts_at: ahead(60 + Math.trunc(hour / 10), `1${hour % 10}:00`),
        })
      for (let hour = 0; hour < 20; hour += 1) await book(hour)
      expect(await practice.section(who)).not.to.have.property('more')
      await book(20)
      const { rows, more } = await practice.section(who)
      expect(rows).to.have.length(20)
      expect(more).to.deep.equal({ label: 'Show all', path: `/operations/bookings?client_id=${who}` })
    })

    it('moves bookings along when clients are merged', async () => {
      const [kept, other_id] = [await practice.client(), await practice.client()]
      const id = await practice.make('/bookings', {
        client_id: other_id,
        service_id,
        specialist_id,
        starts_at: ahead(50),
      })
      await practice.ask('POST', `/api/v1/clients/clients/${kept}/merge`, { other_id })
      for (;;) if ((await practice.ask('GET', `/bookings/${id}`)).body.client_id === kept) break
    })
  })
}
