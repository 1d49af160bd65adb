import type { Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import { ahead, Practice } from '../practice.ts'

const BOOKINGS = '/api/v1/booking/bookings'

/** How many things are under way at a time, each with all its callers. */
const AT_ONCE = 20

const CONFIRMED_EVERY = 10

/** Hosts in processes of their own, which come back after they were killed. */
export interface KillableHosts {
  /** Hosts that share one database. */
  readonly count: number
  readonly kills: number
  /** Asks one of those that are up; rejects if the connection breaks off. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Kills the next of them and resolves when it is back and ready. */
  kill(): Promise<void>
}

export interface Ordeal {
  /** How many bookings are made; a multiple of 10. Every tenth is confirmed. */
  readonly bookings: number
  /** How many send each request at the same time, with the same Idempotency-Key. */
  readonly callers: number
  readonly kills: number
}

/** Makes bookings while hosts are killed at even distances, and expects that each was made once and confirmed once. */
export async function surviveKills(hosts: KillableHosts, ordeal: Ordeal): Promise<void> {
  const practice = new Practice(hosts)
  const answers = await askAll(hosts, await bookingsOf(practice, ordeal), ordeal)
  for (const [key, ids] of answers) expect(new Set(ids).size, key).to.equal(1)
  expect(hosts.kills).to.equal(ordeal.kills)
  await expectBookings(practice, answers)
}

/** What is asked for with one key. */
interface Wish {
  readonly key: string
  readonly path: string
  readonly json?: object
}

/** Ids by key. */
type Answers = ReadonlyMap<string, readonly number[]>

/** Bookings that do not overlap: if one is made twice, the second finds its slot taken. */
async function bookingsOf(practice: Practice<KillableHosts>, { bookings }: Ordeal): Promise<Wish[]> {
  const duration = 30
  const service_id = await practice.service({ duration })
  const client_id = await practice.client()
  const specialists: number[] = []
  for (let each = 0; each < 4; each++) specialists.push(await practice.specialist({ service_id }))
  const first = Date.parse(ahead(7))
  return Array.from({ length: bookings }, (_, index) => {
    const specialist_id = specialists[index % specialists.length]
    const starts_at = new Date(first + Math.floor(index / specialists.length) * duration * 60_000).toISOString()
    return { key: `booking-${index}`, path: BOOKINGS, json: { service_id, client_id, specialist_id, starts_at } }
  })
}

/** Lets all callers ask for everything, and kills hosts at even distances meanwhile. */
async function askAll(hosts: KillableHosts, wishes: readonly Wish[], ordeal: Ordeal): Promise<Answers> {
  const { callers, kills } = ordeal
  const distance = Math.floor((wishes.length * (1 + 1 / CONFIRMED_EVERY) * callers) / kills)
  const answers = new Map<string, number[]>()
  const waiting = wishes.entries()
  const giveUp = new AbortController()
  let answered = 0
  let outstanding = 0
  let back = Promise.resolve()
  const ask = async (wish: Wish) => {
    const id = await askUntilAnswered(wish, { hosts, signal: giveUp.signal })
    answered += 1
    if (answered % distance === 0) kill()
    return id
  }
  const kill = () => {
    outstanding += 1
    back = back.then(() => hosts.kill()).then(() => void (outstanding -= 1))
    // The run ends if a host does not come back.
    back.catch(() => giveUp.abort())
  }
  const askTogether = async (wish: Wish) => {
    // Nothing new begins while all hosts are gone or about to be: the next kill should hit a host that is at work.
    if (outstanding >= hosts.count) await back
    const ids = await Promise.all(Array.from({ length: callers }, () => ask(wish)))
    answers.set(wish.key, ids)
    return ids[0]
  }
  const lane = async () => {
    for (const [index, wish] of waiting) {
      const id = await askTogether(wish)
      if (index % CONFIRMED_EVERY === 0)
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

/** Repeats a request until it is answered, as a careful program does. */
async function askUntilAnswered(
  { key, path, json }: Wish,
  { hosts, signal }: { hosts: KillableHosts; signal: AbortSignal },
): Promise<number> {
  const init = { method: 'POST', headers: { 'idempotency-key': key }, ...(json && { json }) }
  while (!signal.aborted) {
    const answer = await hosts
      .request(path, init)
      .then(read)
      .catch(() => undefined)
    if (answer && answer.status < 300) return answer.body.id
    if (answer && !answer.body.retryable) throw new Error(`[${key}] was told ${JSON.stringify(answer.body)}`)
    // 409 means that another caller's request is under way; asking more often would mostly keep the hosts busy with refusals. A host
    // that is gone takes longer to come back.
    await pause(answer?.status === 409 ? 200 : 500)
  }
  throw new Error(`[${key}] was given up.`)
}

async function read(response: Response) {
  return { status: response.status, body: (await response.json()) as { id: number } & Problem }
}

interface Booking {
  readonly id: number
  readonly specialist_id: number
  readonly starts_at: string
  readonly ends_at: string
  readonly status: string
}

async function expectBookings(practice: Practice<KillableHosts>, answers: Answers): Promise<void> {
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
async function all<Row>(practice: Practice<KillableHosts>, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { body } = await practice.ask<Row[]>('GET', `${path}?_page=${page}&_limit=500&_sort=id`)
    rows.push(...body)
    if (body.length < 500) return rows
  }
}
