import { expect } from 'chai'
import ICAL from 'ical.js'
import { parseMail } from '../parse-mail.ts'
import { ahead, type OpenPractice, type Practice, until } from '../practice.ts'

/** A day in summer time in Berlin. */
const summer = `${new Date().getUTCFullYear() + 1}-06-07`

export interface MailRow {
  readonly id: number
  readonly booking_id: number
  readonly kind: string
  readonly status: string
  readonly reason?: string
  readonly message_id?: string
}

/** E-mails written to files, on every database. */
export function describeMails(open: OpenPractice): void {
  describe('e-mails', () => {
    let practice: Practice
    let service_id: number
    let specialist_id: number
    let client_id: number
    before(async () => {
      practice = await open({
        settings: {
          booking: { mail_from_name: 'Praxis Mitte', reminder_hours: 1, cancellation_fee_basis_points: 5000 },
        },
      })
      service_id = await practice.service()
      client_id = await practice.client({ email: 'grace@example.org' })
    })
    beforeEach(async () => (specialist_id = await practice.specialist({ service_id, name: 'Ada' })))
    after(() => practice.host.close())

    const book = async (starts_at: string, values: Record<string, unknown> = {}) => {
      const id = await practice.make('/bookings', { client_id, service_id, specialist_id, starts_at, ...values })
      await practice.ask('POST', `/bookings/${id}/confirm`)
      return id
    }
    const mailsOf = async (booking_id: number) => {
      const { body } = await practice.ask<MailRow[]>('GET', `/mails?booking_id=${booking_id}&_sort=id`)
      return body
    }
    const settled = (booking_id: number, count: number) =>
      until(async () => {
        const mails = await mailsOf(booking_id)
        return mails.length >= count && mails.every(({ status }) => status !== 'waiting') ? mails : undefined
      })
    const read = async ({ id }: MailRow) => {
      const response = await practice.host.request(`/api/v1/booking/mails/${id}/message`)
      expect(response.headers.get('content-type')).to.equal('message/rfc822')
      return parseMail(await response.text())
    }
    const sent = async (booking_id: number, count = 1) => {
      const mail = (await settled(booking_id, count)).at(-1)
      expect(mail).to.include({ status: 'sent' })
      return read(mail as MailRow)
    }

    it('confirm a booking in its time zone, with a calendar entry', async () => {
      const { headers, text, calendar } = await sent(await book(`${summer}T08:00:00Z`))
      expect(headers).to.include({
        from: 'Praxis Mitte <bookings@practice.invalid>',
        to: 'Grace Hopper <grace@example.org>',
        'auto-submitted': 'auto-generated',
      })
      expect(headers.subject).to.match(/^Booking confirmed: Massage, \w+,? 7 June \d{4} at 10:00$/)
      expect(text).to.contain('Hello Grace Hopper,')
      const [what, when, where] = text.split('\r\n\r\n')[2]?.split('\r\n') ?? []
      expect([what, where]).to.deep.equal(['  Massage with Ada', '  Mitte'])
      expect(when).to.match(/^ {2}\w+,? 7 June \d{4} at 10:00 to 11:00 \(Europe\/Berlin\)$/)
      const event = new ICAL.Event(ICAL.Component.fromString(calendar).getFirstSubcomponent('vevent') ?? undefined)
      expect(event.startDate.toJSDate().toISOString()).to.equal(`${summer}T08:00:00.000Z`)
      expect(event.component.getFirstPropertyValue('status')).to.equal('CONFIRMED')
    })

    it('report a new time, and a cancellation with its fee', async () => {
      const id = await book(new Date(Date.now() + 20 * 3_600_000).toISOString())
      await sent(id)
      await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(9, '08:00'), zone: 'UTC' })
      const moved = await sent(id, 2)
      expect(moved.headers.subject).to.match(/^Booking moved: Massage, .* at 08:00$/)
      await practice.ask('PATCH', `/bookings/${id}`, { starts_at: new Date(Date.now() + 20 * 3_600_000).toISOString() })
      await sent(id, 3)
      await practice.ask('PATCH', `/bookings/${id}/cancel`, { by: 'client', reason: 'An ex is there' })
      const cancelled = await sent(id, 4)
      expect(cancelled.headers.subject).to.match(/^Booking cancelled: /)
      expect(cancelled.text).to.contain('Cancellation fee: €30.00').and.not.to.contain('An ex')
      expect(cancelled.calendar).to.contain('STATUS:CANCELLED')
      const entries = [moved, cancelled].map(({ calendar }) => /UID:(.*)\r/.exec(calendar)?.[1])
      expect(entries[0]).to.equal(entries[1])
    })

    it('are not sent twice, nor if they are no longer true', async () => {
      const id = await practice.make('/bookings', { client_id, service_id, specialist_id, starts_at: ahead(7) })
      await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(8) })
      await practice.ask('POST', `/bookings/${id}/confirm`)
      const [moved, confirmed, ...others] = await settled(id, 2)
      expect(others).to.deep.equal([])
      expect(confirmed).to.include({ kind: 'confirmed', status: 'sent' })
      expect(moved?.kind).to.equal('rescheduled')
      expect(moved?.status).to.be.oneOf(['sent', 'skipped'])
    })

    it('report the dates of a series together', async function () {
      const rule = { rrule: 'FREQ=DAILY;COUNT=3', starts_at: ahead(7) }
      const { body } = await practice.ask('POST', '/bookings/series', { client_id, service_id, specialist_id, ...rule })
      await practice.ask('POST', `/series/${body.id as number}/confirm`)
      const fits = body.fits as { booking_id: number }[]
      const mails = []
      for (const { booking_id } of fits) mails.push(...(await settled(booking_id, 1)))
      expect(mails.map(({ status }) => status)).to.deep.equal(['sent', 'sent', 'sent'])
      expect(new Set(mails.map(({ message_id }) => message_id)).size).to.equal(1)
      const { headers, text, calendar } = await read(mails[0] as MailRow)
      expect(headers.subject).to.match(/ and 2 more$/)
      expect(text.match(/Massage with Ada/g)).to.have.lengthOf(3)
      expect(calendar.match(/BEGIN:VEVENT/g)).to.have.lengthOf(3)
    })

    it('are not read by those who do not see what they say', async () => {
      const id = await book(ahead(8))
      const [mail] = await settled(id, 1)
      const path = `/mails/${mail?.id}/message`
      const by = async (name: string, ...limits: object[]) => {
        const permissions = ['booking.*', 'clients.clients.view']
        const made = async (at: string, values: object) =>
          (await practice.ask<{ id: string; secret: string }>('POST', `/api/v1/platform/${at}`, values)).body
        const roles: string[] = []
        for (const [at, limit] of limits.entries())
          roles.push((await made('roles', { name: `${name}-${at}`, label: name, permissions, ...limit })).id)
        const user = await made('users', { name, kind: 'service', roles })
        const { secret } = await made('tokens', { name, user_id: user.id, permissions })
        return (
          await practice.host.request(`/api/v1/booking${path}`, { headers: { authorization: `Bearer ${secret}` } })
        ).status
      }
      const hiding = (resource: string, ...hidden: string[]) => ({ fields: [{ resource, hidden, read_only: [] }] })
      expect(await by('whole', {})).to.equal(200)
      expect(await by('addressless', hiding('clients_clients', 'email'))).to.equal(403)
      expect(await by('nameless', hiding('clients_clients', 'display_name'))).to.equal(403)
      expect(await by('timeless', hiding('booking_bookings', 'starts_at'))).to.equal(403)
      expect(await by('by-note', hiding('clients_clients', 'notes'))).to.equal(200)
      const where = (resource: string, at: string) => ({ conditions: [{ resource, where: at }] })
      expect(await by('seen', where('booking_bookings', `id=${id}`))).to.equal(200)
      expect(await by('apart', where('booking_bookings', 'status=cancelled'))).to.equal(404)
      expect(await by('strangers', where('clients_clients', 'kind=company'))).to.equal(403)
      expect(await by('unnamed', hiding('booking_services', 'name'))).to.equal(403)
      const addressless = hiding('clients_clients', 'email')
      expect(await by('both-hide', addressless, hiding('clients_clients', 'email', 'notes'))).to.equal(403)
      expect(await by('another-shows', addressless, hiding('clients_clients', 'display_name'))).to.equal(200)
      expect(await by('shows-others', addressless, where('clients_clients', 'kind=company'))).to.equal(403)
      expect(await by('shows-this', addressless, where('clients_clients', 'kind=person'))).to.equal(200)
    })

    it('are skipped if the client has no address', async () => {
      const id = await book(ahead(7), { client_id: await practice.client() })
      const [mail] = await settled(id, 1)
      expect(mail).to.include({ status: 'skipped', reason: 'The client has no e-mail address' })
      expect((await practice.ask('GET', `/mails/${mail?.id}/message`)).body.code).to.equal('file_missing')
    })

    it('go to a contact point if there is no other address', async () => {
      const contact_points = [{ kind: 'email', value: 'hopper@example.org' }]
      const id = await book(ahead(7), { client_id: await practice.client({ contact_points }) })
      expect((await sent(id)).headers.to).to.equal('Grace Hopper <hopper@example.org>')
    })

    it('have only the expected headers, whatever the names contain', async () => {
      const evil = 'Eve\r\nBcc: all@example.org\r\n\r\nBuy'
      const massage = await practice.service({ name: evil })
      await practice.make('/offers', { specialist_id, service_id: massage })
      const name = { given_name: 'Grace\nBcc: a@example.org', family_name: '"<x@example.org>, y@example.org' }
      const who = await practice.client({ ...name, email: 'grace@example.org' })
      const { headers, calendar } = await sent(await book(ahead(7), { service_id: massage, client_id: who }))
      expect(headers).not.to.have.property('bcc')
      expect(headers.to).to.match(/ <grace@example\.org>$/)
      expect(headers.subject).to.contain('Eve Bcc: all@example.org Buy')
      expect(calendar).not.to.match(/^Bcc/m)
    })

    const jobs = '/api/v1/platform/jobs'
    /** The job that reminds of a booking at this time, an hour before it. */
    const plannedReminder = (starts_at: string) =>
      until(async () => {
        const run_at = new Date(Date.parse(starts_at) - 3_600_000).toISOString()
        const { body } = await practice.ask<{ id: number }[]>('GET', `${jobs}?name=remind&run_at=${run_at}`)
        return body[0]?.id
      })
    /** Runs a job before its time, as an operator can. */
    const runNow = async (id: number) => {
      for (const verb of ['cancel', 'retry']) await practice.ask('POST', `${jobs}/${id}/${verb}`)
      await until(async () => (await practice.ask('GET', `${jobs}/${id}`)).body.state === 'done')
    }

    it('remind of bookings that are still confirmed, at their current time', async () => {
      const own = async () => ({ specialist_id: await practice.specialist({ service_id }) })
      const cancelled = await book(ahead(20), await own())
      const moved = await book(ahead(21), await own())
      const outdated = [await plannedReminder(ahead(20)), await plannedReminder(ahead(21))]
      await practice.ask('PATCH', `/bookings/${cancelled}/cancel`)
      await practice.ask('PATCH', `/bookings/${moved}`, { starts_at: ahead(22) })
      const kept = await book(ahead(23), await own())
      const current = [await plannedReminder(ahead(22)), await plannedReminder(ahead(23))]
      for (const id of [...outdated, ...current]) await runNow(id)
      const [, reminder] = await settled(kept, 2)
      expect(reminder).to.include({ kind: 'reminder', status: 'sent' })
      expect((await read(reminder as MailRow)).headers.subject).to.match(/^Reminder: Massage/)
      const kinds = async (id: number, count: number) => (await settled(id, count)).map(({ kind }) => kind)
      expect(await kinds(cancelled, 2)).to.deep.equal(['confirmed', 'cancelled'])
      expect(await kinds(moved, 3)).to.deep.equal(['confirmed', 'rescheduled', 'reminder'])
    })
  })
}
