import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import createKnex from 'knex'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { openPractice } from './open-practice.ts'
import type { MailRow } from './suites/describe-mails.ts'
import { parseMail } from './parse-mail.ts'
import { ahead, pointersOf, type Practice, until } from './practice.ts'

/** A message that the server received. */
interface Received {
  readonly to: readonly string[]
  readonly message: string
}

const CLEAR: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] }

/** Starts an SMTP server on a free port and collects what it receives. */
async function startServer(options: SMTPServerOptions = CLEAR) {
  const received: Received[] = []
  const server = new SMTPServer({
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, message: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { received, port, close }
}

async function confirmed(practice: Practice, starts_at = ahead(7)): Promise<number> {
  const service_id = await practice.service()
  const specialist_id = await practice.specialist({ service_id })
  const client_id = await practice.client({ email: 'grace@example.org' })
  const id = await practice.make('/bookings', { client_id, service_id, specialist_id, starts_at })
  await practice.ask('POST', `/bookings/${id}/confirm`)
  return id
}

async function mailsOf(practice: Practice, booking_id: number): Promise<MailRow[]> {
  return (await practice.ask<MailRow[]>('GET', `/mails?booking_id=${booking_id}&_sort=id`)).body
}

const settled = (practice: Practice, booking_id: number, kind = 'confirmed') =>
  until(async () =>
    (await mailsOf(practice, booking_id)).find((mail) => mail.kind === kind && mail.status !== 'waiting'),
  )

/** Does what an operator does who does not want to wait. */
async function sendNow(practice: Practice): Promise<void> {
  for (const { id } of await jobsIn(practice, 'waiting')) await startNow(practice, id)
}

const JOBS = '/api/v1/platform/jobs'

async function jobsIn(practice: Practice, state: string, name = 'mail'): Promise<{ id: number }[]> {
  const { body } = await practice.ask<{ id: number }[]>('GET', `${JOBS}?state=${state}&name=${name}`)
  return body.sort((one, other) => one.id - other.id)
}

async function startNow(practice: Practice, id: number): Promise<void> {
  for (const verb of ['cancel', 'retry']) await practice.ask('POST', `${JOBS}/${id}/${verb}`)
}

/** Makes waiting jobs due, whether a host runs or not. Returns how many there were. */
async function makeDue(dataDir: string, where: { name: string; attempt?: number }, others: object = {}) {
  const connection = { filename: path.join(dataDir, 'atrium.sqlite') }
  const db = createKnex({ client: 'sqlite3', connection, useNullAsDefault: true })
  const run_at = new Date().toISOString()
  const count = await db('platform_jobs')
    .where({ state: 'waiting', ...where })
    .update({ run_at, ...others })
  await db.destroy()
  return count
}

/** Lets the next attempt of the e-mails that wait for one be the last one, and due. */
const nextIsLast = ({ host }: Practice) => makeDue(host.dataDir, { name: 'mail', attempt: 1 }, { attempt: 9 })

const isNotReady = () => Object.assign(new Error('Try later'), { responseCode: 451 })
const kindsOf = (mails: readonly MailRow[]) => mails.map(({ kind, status }) => `${kind} ${status}`)
const subjectsOf = (received: readonly Received[]) =>
  received.map(({ message }) => parseMail(message).headers.subject?.split(':')[0])

describe('E-mails of booking by SMTP', () => {
  let practice: Practice | undefined
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  const open = async (options?: SMTPServerOptions, booking: object = {}, undoSeconds = 0) => {
    server = await startServer(options)
    const smtp = { mail_transport: 'smtp', smtp_host: '127.0.0.1', smtp_port: server.port, smtp_security: 'none' }
    practice = await openPractice({
      settings: { booking: { ...smtp, mail_from: 'desk@practice.example', ...booking } },
      undoSeconds,
    })
    return { practice, server }
  }
  afterEach(async () => {
    await practice?.host.close()
    await server?.close()
  })

  it('reach the client and nobody else', async () => {
    const { practice, server } = await open()
    const mail = await settled(practice, await confirmed(practice))
    expect(mail).to.include({ status: 'sent' })
    expect(server.received).to.have.lengthOf(1)
    const [received] = server.received
    expect(received?.to).to.deep.equal(['grace@example.org'])
    const { headers, calendar } = parseMail(received?.message ?? '')
    expect(headers).to.include({ from: 'desk@practice.example', 'message-id': mail.message_id })
    expect(mail.message_id).to.match(/@practice\.example>$/)
    expect(calendar).to.match(/^BEGIN:VCALENDAR\r\n/)
  })

  it('are sent with the user name and password of the settings', async () => {
    const users: string[] = []
    const { practice } = await open(
      {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth({ username = '', password = '' }, _, done) {
          users.push(`${username}:${password}`)
          done(null, { user: username })
        },
      },
      { smtp_user: 'desk', smtp_password: 'a secret' },
    )
    expect(await settled(practice, await confirmed(practice))).to.include({ status: 'sent' })
    expect(users).to.deep.equal(['desk:a secret'])
  })

  it('are not retried if the server refuses the address', async () => {
    const { practice, server } = await open({
      ...CLEAR,
      onRcptTo: (_, __, done) => done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    })
    const mail = await settled(practice, await confirmed(practice))
    expect(mail).to.include({ status: 'failed', reason: 'The mail server refused the address' })
    expect(server.received).to.deep.equal([])
  })

  it('are retried if the server is not ready, and sent once', async function () {
    let asked = 0
    const { practice, server } = await open({
      ...CLEAR,
      onRcptTo: (_, __, done) =>
        done(asked++ === 0 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined),
    })
    expect(await settled(practice, await confirmed(practice))).to.include({ status: 'sent' })
    expect({ asked, received: server.received.length }).to.deep.equal({ asked: 2, received: 1 })
  })

  const movedWhile = async (isDown: () => boolean) => {
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_, __, done) => done(isDown() ? isNotReady() : undefined)
    const { practice, server } = await open({ ...CLEAR, onRcptTo }, {}, 600)
    const id = await confirmed(practice)
    await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(8) })
    const [first, second] = await jobsIn(practice, 'waiting')
    await startNow(practice, first?.id ?? 0)
    await until(async () => ((await jobsIn(practice, 'waiting')).length === 1 ? true : undefined))
    await startNow(practice, second?.id ?? 0)
    return { practice, server, id, job: second?.id ?? 0 }
  }

  it('go in the order of the changes, if one has waited until another can no longer be undone', async () => {
    const { practice, server, id } = await movedWhile(() => false)
    await until(async () => (await mailsOf(practice, id)).every(({ status }) => status !== 'waiting') || undefined)
    expect(kindsOf(await mailsOf(practice, id))).to.deep.equal(['confirmed sent', 'rescheduled sent'])
    expect(subjectsOf(server.received)).to.deep.equal(['Booking confirmed', 'Booking moved'])
  })

  it('fail with the one for which they wait, and are sent when an operator retries that', async function () {
    let isDown = true
    const { practice, server, id, job } = await movedWhile(() => isDown)
    await until(async () => {
      await nextIsLast(practice)
      return (await jobsIn(practice, 'failed'))[0]
    })
    await until(async () => (await mailsOf(practice, id)).every(({ status }) => status === 'failed'))
    expect(kindsOf(await mailsOf(practice, id))).to.deep.equal(['confirmed failed', 'rescheduled failed'])
    isDown = false
    await practice.ask('POST', `${JOBS}/${job}/retry`)
    await until(async () => (await mailsOf(practice, id)).every(({ status }) => status === 'sent') || undefined)
    expect(subjectsOf(server.received)).to.deep.equal(['Booking confirmed', 'Booking moved'])
  })

  it('go in the order of the changes, if the server was not ready for the first one', async function () {
    let isDown = true
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_, __, done) => done(isDown ? isNotReady() : undefined)
    const { practice, server } = await open({ ...CLEAR, onRcptTo })
    const id = await confirmed(practice)
    await until(async () => (await jobsIn(practice, 'waiting'))[0])
    isDown = false
    await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(8) })
    await until(async () => (await mailsOf(practice, id)).every(({ status }) => status === 'sent') || undefined)
    expect(subjectsOf(server.received)).to.deep.equal(['Booking confirmed', 'Booking moved'])
  })

  it('are not sent unencrypted unless the settings allow it', async () => {
    let left = 0
    const { practice, server } = await open({ ...CLEAR, onClose: () => (left += 1) }, { smtp_security: 'starttls' })
    const id = await confirmed(practice)
    await until(() => Promise.resolve(left > 0 || undefined))
    expect(server.received).to.deep.equal([])
    expect((await mailsOf(practice, id)).map(({ status }) => status)).to.deep.equal(['waiting'])
  })
})

describe('E-mails of booking', () => {
  it('remind even if the host was restarted in the meantime', async function () {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-mails-'))
    const settings = { booking: { reminder_hours: 1 } }
    const first = await openPractice({ dataDir, settings })
    const id = await confirmed(first)
    await settled(first, id)
    await until(async () => (await jobsIn(first, 'waiting', 'remind'))[0])
    await first.host.close()
    expect(await makeDue(dataDir, { name: 'remind' })).to.equal(1)
    const second = await openPractice({ dataDir, settings })
    expect(await settled(second, id, 'reminder')).to.include({ status: 'sent' })
    await second.host.close()
    await rm(dataDir, { recursive: true })
  })

  it('are dropped when a move is undone, need a server for SMTP, and never return its password', async () => {
    const practice = await openPractice({ undoSeconds: 600 })
    const id = await confirmed(practice)
    await sendNow(practice)
    await settled(practice, id)
    const moved = await practice.ask('PATCH', `/bookings/${id}`, { starts_at: ahead(8) })
    const statuses = async () => (await mailsOf(practice, id)).map(({ kind, status }) => `${kind} ${status}`)
    expect(await statuses()).to.deep.equal(['confirmed sent', 'rescheduled waiting'])
    const undone = await practice.ask('POST', moved.headers.get('undo') ?? '')
    expect(undone.status).to.equal(200)
    await until(async () => (await statuses()).every((each) => !each.endsWith('waiting')) || undefined)
    // Neither of the move nor of the way back, which the client need not know.
    expect(await statuses()).to.deep.equal(['confirmed sent', 'rescheduled dropped', 'rescheduled dropped'])
    expect((await mailsOf(practice, id)).at(-1)?.reason).to.match(/undone before the client was told/)
    const put = (json: object) => practice.ask('PUT', '/api/v1/plugins/booking/settings', json)
    const refused = await put({ mail_transport: 'smtp' })
    expect(refused.status).to.equal(422)
    expect(pointersOf(refused.body)).to.include('/smtp_host')
    expect((await put({ mail_from: 'a@example.org\r\nBcc: b@example.org' })).status).to.equal(422)
    const smtp = { mail_transport: 'smtp', smtp_host: 'mail.example', smtp_user: 'desk', smtp_password: 'a secret' }
    expect((await put(smtp)).status).to.equal(200)
    const { body } = await practice.ask('GET', '/api/v1/plugins/booking/settings')
    expect(body.values).to.include({ smtp_host: 'mail.example' }).and.not.to.have.property('smtp_password')
    await practice.host.close()
  })

  it('correct an undone cancellation that the client has been told of, and say nothing of another one', async () => {
    const practice = await openPractice({ undoSeconds: 600 })
    const id = await confirmed(practice)
    const statuses = async () => (await mailsOf(practice, id)).map(({ kind, status }) => `${kind} ${status}`)
    const undo = ({ headers }: { headers: Headers }) => practice.ask('POST', headers.get('undo') ?? '')
    const settle = () => until(async () => (await statuses()).every((each) => !each.endsWith('waiting')) || undefined)
    await sendNow(practice)
    await settle()
    await undo(await practice.ask('PATCH', `/bookings/${id}/cancel`, { by: 'client' }))
    await settle()
    expect(await statuses()).to.deep.equal(['confirmed sent', 'cancelled dropped', 'reinstated dropped'])
    const cancelled = await practice.ask('PATCH', `/bookings/${id}/cancel`, { by: 'client' })
    await sendNow(practice)
    await settle()
    await undo(cancelled)
    await sendNow(practice)
    await settle()
    expect((await statuses()).slice(-2)).to.deep.equal(['cancelled sent', 'reinstated sent'])
    await practice.host.close()
  })

  it('are not written if the settings turn them off', async () => {
    const practice = await openPractice({ settings: { booking: { mail_transport: 'none' } } })
    const id = await confirmed(practice)
    // Events for a plugin are handled in order: once the merge has been handled, so has the confirmation.
    const { client_id: other_id } = (await practice.ask('GET', `/bookings/${id}`)).body
    const kept = await practice.client()
    await practice.ask('POST', `/api/v1/clients/clients/${kept}/merge`, { other_id })
    await until(async () => (await practice.ask('GET', `/bookings/${id}`)).body.client_id === kept || undefined)
    expect(await mailsOf(practice, id)).to.deep.equal([])
    await practice.host.close()
  })
})
