import { expect } from 'chai'
import ICAL from 'ical.js'
import { ahead, type OpenPractice, type Practice } from '../practice.ts'

/** Calendar feeds over REST, on every database. */
export function describeFeeds(open: OpenPractice): void {
  describe('calendar feeds', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    let client_id: number
    before(async () => {
      practice = await open()
      service_id = await practice.service({ name: 'Massage, "deep"; 60 min' })
      client_id = await practice.client({ given_name: 'Grace Brewster Murray', family_name: 'Höpper-Løvelace-Çelebi' })
    })
    beforeEach(async () => (specialist_id = await practice.specialist({ service_id, name: 'Ada' })))
    after(() => practice.host.close())

    const feed = async (values: Record<string, unknown> = {}) => {
      const { status, body } = await practice.ask('POST', '/calendar-feeds', { name: 'Ada', specialist_id, ...values })
      expect(status, JSON.stringify(body)).to.equal(201)
      return body as { id: number; path: string }
    }
    /** Reads like a calendar program: with the address and nothing else. */
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(practice.host.url + path, { headers })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const eventsOf = (text: string) =>
      ICAL.Component.fromString(text)
        .getAllSubcomponents('vevent')
        .map((event) => new ICAL.Event(event))
    const book = (starts_at: string, values: Record<string, unknown> = {}) =>
      practice.make('/bookings', { client_id, service_id, specialist_id, starts_at, ...values })

    it('need only their address, and show times only', async () => {
      await book(ahead(7))
      const { path } = await feed()
      const { status, headers, text } = await read(path)
      expect(status, text).to.equal(200)
      expect(headers.get('content-type')).to.equal('text/calendar; charset=utf-8')
      const [event, ...others] = eventsOf(text)
      expect(others).to.deep.equal([])
      expect(event?.summary).to.equal('Busy')
      expect(event?.startDate.toJSDate().toISOString()).to.equal(ahead(7))
      expect(event?.endDate.toJSDate().toISOString()).to.equal(ahead(7, '11:00'))
      expect(text).not.to.match(/Grace|Massage|LOCATION/)
    })

    it('show service, client and location if configured', async () => {
      await book(ahead(7))
      const { path } = await feed({ shows: 'client' })
      const [event] = eventsOf((await read(path)).text)
      expect(event?.summary).to.equal('Massage, "deep"; 60 min: Grace Brewster Murray Höpper-Løvelace-Çelebi')
      expect(event?.location).to.equal('Mitte')
    })

    it('follow RFC 5545: lines of at most 75 octets that end in CR LF, and all required properties', async () => {
      await book(ahead(7))
      const { path } = await feed({ shows: 'client', name: 'A, b; c\\d\r\nX-EVIL:1' })
      const { text } = await read(path)
      expect(text.endsWith('\r\n')).to.equal(true)
      const lines = text.slice(0, -2).split('\r\n')
      for (const line of lines) {
        expect(Buffer.byteLength(line), line).to.be.at.most(75)
        expect(line).to.match(/^([A-Z-]+[:;]| )[^\r\n]*$/)
      }
      const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
      const names = unfolded.map((line) => line.split(/[:;]/)[0])
      expect(names).not.to.include('X-EVIL')
      expect(unfolded).to.include('X-WR-CALNAME:A\\, b\\; c\\\\d\\nX-EVIL:1')
      for (const name of [
        'VERSION',
        'PRODID',
        'UID',
        'DTSTAMP',
        'DTSTART',
        'DTEND',
        'SEQUENCE',
        'STATUS',
        'LAST-MODIFIED',
      ])
        expect(names, name).to.include(name)
      expect(unfolded.filter((line) => line.startsWith('DT')).every((line) => line.endsWith('Z'))).to.equal(true)
    })

    it('follow a booking with the same UID and a growing SEQUENCE until it is cancelled', async () => {
      const id = await book(ahead(8))
      const { path } = await feed()
      const states: { uid: string; sequence: number; status: unknown; from?: Date | undefined }[] = []
      const see = async () => {
        const [event] = eventsOf((await read(path)).text)
        const status = event?.component.getFirstPropertyValue('status')
        states.push({
          uid: event?.uid ?? '',
          sequence: event?.sequence ?? 0,
          status,
          from: event?.startDate.toJSDate(),
        })
      }
      await see()
      await practice.ask('POST', `/bookings/${id}/confirm`)
      await see()
      await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(9) })
      await see()
      await practice.ask('PATCH', `/bookings/${id}/cancel`)
      await see()
      expect(states.map(({ status }) => status)).to.deep.equal(['TENTATIVE', 'CONFIRMED', 'CONFIRMED', 'CANCELLED'])
      expect(new Set(states.map(({ uid }) => uid)).size).to.equal(1)
      expect(states.map(({ sequence }) => sequence)).to.deep.equal([0, 1, 2, 3])
      expect(states[2]?.from?.toISOString()).to.equal(ahead(9))
    })

    it('are not sent again if nothing has changed', async () => {
      const id = await book(ahead(7))
      const { path } = await feed()
      const etag = (await read(path)).headers.get('etag') ?? ''
      const again = await read(path, { 'if-none-match': etag })
      expect({ status: again.status, text: again.text }).to.deep.equal({ status: 304, text: '' })
      await practice.ask('POST', `/bookings/${id}/confirm`)
      expect((await read(path, { 'if-none-match': etag })).status).to.equal(200)
    })

    it('contain one specialist or the whole practice', async () => {
      const other = await practice.specialist({ service_id, name: 'Mary' })
      await book(ahead(7))
      await book(ahead(7), { specialist_id: other })
      const count = async (values: Record<string, unknown>) =>
        eventsOf((await read((await feed(values)).path)).text).length
      expect(await count({})).to.equal(1)
      expect(await count({ specialist_id: other })).to.equal(1)
      expect(await count({ specialist_id: undefined })).to.be.at.least(2)
    })

    it('show their address once; rotating replaces it, and deleting the feed revokes it', async () => {
      const { id, path } = await feed()
      const token = /feeds\/([\w-]{43})\.ics$/.exec(path)?.[1] ?? ''
      for (const shown of [`/calendar-feeds/${id}`, '/calendar-feeds'])
        expect(JSON.stringify((await practice.ask('GET', shown)).body)).not.to.contain(token)
      const { status, body } = await practice.ask('POST', `/calendar-feeds/${id}/rotate`)
      expect(status).to.equal(200)
      expect((await read(path)).status).to.equal(404)
      expect((await read(body.path as string)).status).to.equal(200)
      expect((await practice.ask('DELETE', `/calendar-feeds/${id}`)).status).to.equal(200)
      expect((await read(body.path as string)).status).to.equal(404)
    })

    it('do not show their address again for a repeated request', async () => {
      const key = { 'idempotency-key': `feed-${specialist_id}` }
      const ask = () => practice.ask('POST', '/calendar-feeds', { name: 'Once', specialist_id }, key)
      const [one, other] = [await ask(), await ask()]
      expect(one.body).to.have.property('path')
      expect(other.headers.get('idempotency-replayed')).to.equal('true')
      expect(other.body).not.to.have.property('path')
    })

    it('answer 404 for any wrong address', async () => {
      const { path } = await feed()
      const wrong = `${path.slice(0, -5)}${path.at(-5) === 'A' ? 'B' : 'A'}.ics`
      for (const each of [
        wrong,
        path.replace('.ics', ''),
        '/api/v1/booking/feeds/x.ics',
        '/api/v1/booking/feeds/%F0%9F%98%80.ics',
      ])
        expect((await read(each)).status, each).to.equal(404)
    })

    it('show nothing that whoever makes, changes or rotates them does not see', async () => {
      const other = await practice.specialist({ service_id, name: 'Mary' })
      const all = await feed({ specialist_id: undefined, shows: 'client' })
      const by = async (name: string, ...limits: object[]) => {
        const permissions = ['booking.*', 'clients.clients.view']
        const made = async (path: string, json: object) =>
          (await practice.ask<{ id: string; secret: string }>('POST', `/api/v1/platform/${path}`, json)).body
        const roles: string[] = []
        for (const [at, limit] of limits.entries())
          roles.push((await made('roles', { name: `${name}-${at}`, label: name, permissions, ...limit })).id)
        const attributes = { specialist_id: [String(specialist_id)] }
        const { id } = await made('users', { name, kind: 'service', roles, attributes })
        const { secret } = await made('tokens', { name, user_id: id, permissions })
        return async (method: string, path: string, json?: object) =>
          (await practice.ask(method, path, json, { authorization: `Bearer ${secret}` })).status
      }
      const conditions = [{ resource: 'booking_bookings', where: 'specialist_id=mine' }]
      const narrow = await by(`own-${specialist_id}`, { conditions })
      const nameless = await by(`nameless-${specialist_id}`, {
        fields: [{ resource: 'clients_clients', hidden: ['display_name'], read_only: [] }],
      })
      const create = (ask: typeof narrow, values: object) => ask('POST', '/calendar-feeds', { name: 'Mine', ...values })
      expect(await create(narrow, { specialist_id, shows: 'client' })).to.equal(201)
      for (const beyond of [{}, { specialist_id: other }, { shows: 'client' }])
        expect(await create(narrow, beyond), JSON.stringify(beyond)).to.equal(403)
      expect(await narrow('POST', `/calendar-feeds/${all.id}/rotate`)).to.equal(403)
      expect(await narrow('PATCH', `/calendar-feeds/${all.id}`, { name: 'Mine' })).to.equal(403)
      expect((await read(all.path)).status).to.equal(200)
      expect(await create(nameless, {})).to.equal(201)
      expect(await create(nameless, { shows: 'client' })).to.equal(403)
      const hiding = (...hidden: string[]) => ({ fields: [{ resource: 'booking_bookings', hidden, read_only: [] }] })
      const together = await by(`together-${specialist_id}`, hiding('client_id'), hiding('service_id', 'starts_at'))
      expect(await create(together, { shows: 'client' })).to.equal(201)
      const apart = await by(`apart-${specialist_id}`, hiding('starts_at'), { conditions })
      expect(await create(apart, { specialist_id })).to.equal(201)
      expect(await create(apart, { specialist_id: other })).to.equal(403)
    })

    it('can only be managed with permission', async () => {
      expect((await fetch(`${practice.host.url}/api/v1/booking/calendar-feeds`)).status).to.equal(401)
      const refused = await practice.ask('POST', '/calendar-feeds', { name: 'A', specialist_id: 999_999 })
      expect(refused.status).to.equal(422)
    })
  })
}
