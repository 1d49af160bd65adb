import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { openPractice } from './open-practice.ts'
import type { MailRow } from './suites/describe-mails.ts'
import { parseMail } from './parse-mail.ts'
import { ahead, pointersOf, type Practice } from './practice.ts'

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

async function until<Value>(found: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await found()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const settled = (practice: Practice, booking_id: number, kind = 'confirmed') =>
  until(async () =>
    (await mailsOf(practice, booking_id)).find((mail) => mail.kind === kind && mail.status !== 'waiting'),
  )

describe('E-mails of booking by SMTP', () => {
  let practice: Practice | undefined
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  const open = async (options?: SMTPServerOptions, booking: object = {}) => {
    server = await startServer(options)
    const smtp = { mail_transport: 'smtp', smtp_host: '127.0.0.1', smtp_port: server.port, smtp_security: 'none' }
    practice = await openPractice({
      settings: { booking: { ...smtp, mail_from: 'desk@practice.example', ...booking } },
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
    this.timeout(120_000)
    let asked = 0
    const { practice, server } = await open({
      ...CLEAR,
      onRcptTo: (_, __, done) =>
        done(asked++ === 0 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined),
    })
    expect(await settled(practice, await confirmed(practice))).to.include({ status: 'sent' })
    expect({ asked, received: server.received.length }).to.deep.equal({ asked: 2, received: 1 })
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
    this.timeout(120_000)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-mails-'))
    const settings = { booking: { reminder_hours: 1 } }
    const first = await openPractice({ dataDir, settings })
    const id = await confirmed(first, new Date(Date.now() + 3_603_000).toISOString())
    await settled(first, id)
    await first.host.close()
    const second = await openPractice({ dataDir, settings })
    expect(await settled(second, id, 'reminder')).to.include({ status: 'sent' })
    await second.host.close()
    await rm(dataDir, { recursive: true })
  })

  it('are dropped when a move is undone, need a server for SMTP, and never return its password', async () => {
    const practice = await openPractice({ undoSeconds: 600 })
    const id = await confirmed(practice)
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
