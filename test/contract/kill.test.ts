import { expect } from 'chai'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Problem } from '@atrium/sdk/documents'
import { ahead } from '../../plugins/booking/test/suites/describe-bookings.ts'
import { Practice } from '../../plugins/booking/test/suites/practice.ts'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { type MortalHosts, startMortalHosts } from '../helpers/mortal-hosts.ts'
import { read, TEMPLATE } from './template-host.ts'

const BOOKINGS = '/api/v1/booking/bookings'

const COUNT = 1_000
const CALLERS = 5
const KILLS = 20
/** How many things are under way at a time, each with all its callers. */
const AT_ONCE = 20
/** Every tenth booking is confirmed. */
const CONFIRMED = COUNT / 10
/** Answers between one kill and the next. */
const DISTANCE = Math.floor(((COUNT + CONFIRMED) * CALLERS) / KILLS)

describe('Hosts that are killed 20 times', function () {
  this.timeout(300_000)
  before('build them', () => buildPackages(root))

  const databases: [name: string, count: number, environment: () => Promise<Record<string, string>>][] = [
    ['sqlite3', 1, async () => ({ ATRIUM_SQLITE: 'sqlite3' })],
    ['postgres', 1, async () => ({ DATABASE_URL: await createPostgresDatabase() })],
    ['postgres, one killed while the other serves,', 2, async () => ({ DATABASE_URL: await createPostgresDatabase() })],
  ]
  for (const [name, count, environment] of databases) {
    it(`make each of 1,000 bookings once, though 5 callers ask until they are answered, on ${name}`, async () => {
      const plugins = { ATRIUM_PLUGINS: dirname(TEMPLATE) }
      const hosts = await startMortalHosts({ count, environment: { ...plugins, ...(await environment()) } })
      try {
        const practice = new Practice(hosts)
        const answers = await askAll(hosts, await bookingsOf(practice))
        for (const [key, ids] of answers) expect(new Set(ids).size, key).to.equal(1)
        expect(hosts.kills).to.equal(KILLS)
        await expectBookings(practice, answers)
      } finally {
        await hosts.end()
      }
    })
  }
})

/** What is asked for with one key. */
interface Wish {
  readonly key: string
  readonly path: string
  readonly json?: object
}

/** Ids by key. */
type Answers = ReadonlyMap<string, readonly number[]>

/** Bookings that nothing but themselves keeps from being made: another run of one of them finds its slot taken. */
async function bookingsOf(practice: Practice<MortalHosts>): Promise<Wish[]> {
  const duration = 30
  const service_id = await practice.service({ duration })
  const client_id = await practice.client()
  const specialists: number[] = []
  for (let each = 0; each < 4; each++) specialists.push(await practice.specialist({ service_id }))
  const first = Date.parse(ahead(7))
  return Array.from({ length: COUNT }, (_, index) => {
    const specialist_id = specialists[index % specialists.length]
    const starts_at = new Date(first + Math.floor(index / specialists.length) * duration * 60_000).toISOString()
    return { key: `booking-${index}`, path: BOOKINGS, json: { service_id, client_id, specialist_id, starts_at } }
  })
}

/** Has everything asked for by all its callers and kills hosts at even distances meanwhile. */
async function askAll(hosts: MortalHosts, bookings: readonly Wish[]): Promise<Answers> {
  const answers = new Map<string, number[]>()
  const waiting = bookings.entries()
  const giveUp = new AbortController()
  let answered = 0
  let outstanding = 0
  let back = Promise.resolve()
  const ask = async (wish: Wish) => {
    const id = await askUntilAnswered(wish, { hosts, signal: giveUp.signal })
    answered += 1
    if (answered % DISTANCE === 0) kill()
    return id
  }
  const kill = () => {
    outstanding += 1
    back = back.then(() => hosts.kill()).then(() => void (outstanding -= 1))
    // A host that does not come back is the end of it.
    back.catch(() => giveUp.abort())
  }
  const askTogether = async (wish: Wish) => {
    // Nothing new begins while all are gone or about to be, so that whoever is killed next is killed at work and not at rest.
    if (outstanding >= hosts.count) await back
    const ids = await Promise.all(Array.from({ length: CALLERS }, () => ask(wish)))
    answers.set(wish.key, ids)
    return ids[0]
  }
  const lane = async () => {
    for (const [index, wish] of waiting) {
      const id = await askTogether(wish)
      if (index % (COUNT / CONFIRMED) === 0)
        await askTogether({ key: `confirm-${index}`, path: `${BOOKINGS}/${id}/confirm` })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  } finally {
    giveUp.abort()
    await back
  }
  return answers
}

/** Sends the same request again and again, as a careful program does, until it is answered. */
async function askUntilAnswered(
  { key, path, json }: Wish,
  { hosts, signal }: { hosts: MortalHosts; signal: AbortSignal },
): Promise<number> {
  const init = { method: 'POST', headers: { 'idempotency-key': key }, ...(json && { json }) }
  while (!signal.aborted) {
    const answer = await hosts.request(path, init).then(read<{ id: number } & Problem>, () => undefined)
    if (answer && answer.status < 300) return answer.body.id
    if (answer && !answer.body.retryable) throw new Error(`[${key}] was told ${JSON.stringify(answer.body)}`)
    // Who is told that another is at it asks again soon; a host that is gone takes a while to come back.
    await pause(answer?.status === 409 ? 50 : 500)
  }
  throw new Error(`[${key}] was given up.`)
}

interface Booking {
  readonly id: number
  readonly specialist_id: number
  readonly starts_at: string
  readonly ends_at: string
  readonly status: string
}

async function expectBookings(practice: Practice<MortalHosts>, answers: Answers): Promise<void> {
  const bookings = await all<Booking>(practice, BOOKINGS)
  expect(bookings.map(({ id }) => id)).to.have.members(idsOf(answers, 'booking-'))
  const ordered = bookings.sort((a, b) => a.specialist_id - b.specialist_id || a.starts_at.localeCompare(b.starts_at))
  const overlapping = ordered.filter((booking, index) => {
    const next = ordered[index + 1]
    return next?.specialist_id === booking.specialist_id && next.starts_at < booking.ends_at
  })
  expect(overlapping).to.deep.equal([])

  const confirmed = idsOf(answers, 'confirm-')
  expect(bookings.filter(({ status }) => status === 'confirmed').map(({ id }) => id)).to.have.members(confirmed)
  const steps = await all<{ booking_id: number; to_status: string }>(practice, '/transitions')
  expect(steps.map(({ booking_id, to_status }) => `${booking_id} ${to_status}`)).to.have.members([
    ...bookings.map(({ id }) => `${id} pending`),
    ...confirmed.map((id) => `${id} confirmed`),
  ])
}

const idsOf = (answers: Answers, prefix: string) =>
  [...answers].filter(([key]) => key.startsWith(prefix)).map(([, ids]) => ids[0] as number)

/** A whole list, page by page. */
async function all<Row>(practice: Practice<MortalHosts>, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { body } = await practice.ask<Row[]>('GET', `${path}?_page=${page}&_limit=500&_sort=id`)
    rows.push(...body)
    if (body.length < 500) return rows
  }
}
