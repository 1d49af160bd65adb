import { fillPractice } from '../fill-practice.ts'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { median } from '../median.ts'
import { type Atrium, startAtrium } from '../start-atrium.ts'

const DAY = 24 * 60 * 60_000
const ROUNDS = 60
const WARM_UP = 10

/** A variant of the request for slots; the variants take turns. */
interface Question {
  readonly atrium: Atrium
  readonly service_id: number
  /** Days from today to the first day. */
  readonly ahead: number
  readonly days: number
}

/**
 * The slots of a month among 100,000 bookings, and how the time grows with specialists, days and bookings: at most in proportion.
 */
export async function slots(): Promise<Finding[]> {
  await using large = await startAtrium({ dataDir: await fillPractice(5), unlimited: true })
  await using small = await startAtrium({ dataDir: await fillPractice(0.5), unlimited: true })
  const [many, few, alike] = [await offered(large, 12), await offered(large, 3), await offered(small, 12)]
  const month = { atrium: large, service_id: many, ahead: 1, days: 30 }
  const [whole, less, sparse, four, one] = await inTurn([
    month,
    { ...month, service_id: few },
    { ...month, atrium: small, service_id: alike },
    { ...month, ahead: unbooked(), days: 28 },
    { ...month, ahead: unbooked(), days: 7 },
  ])
  const growth = (of: string, by: number, [more = NaN, fewer = NaN]: readonly (number | undefined)[]) =>
    atMost(`slots: ${of}`, more / fewer, { wanted: by, note: `${more.toFixed(1)} / ${fewer.toFixed(1)} ms` })
  return [
    atMost('slots of 12 specialists in 30 days, half of the answers within', whole ?? NaN, {
      wanted: 60,
      unit: ' ms',
      digits: 1,
    }),
    growth('12 specialists against 3', 4, [whole, less]),
    growth('28 days against 7', 4, [four, one]),
    growth('100,000 bookings against 10,000', 10, [whole, sparse]),
  ]
}

/** Days to a Monday beyond all bookings, so that every week has the same number of slots. */
function unbooked(): number {
  const sinceMonday = (new Date().getUTCDay() + 6) % 7
  return 10 * 7 - sinceMonday
}

/** Creates a service with this many specialists and no bookings. */
async function offered(atrium: Atrium, count: number): Promise<number> {
  const make = async (path: string, json: object) => {
    const response = await atrium.request(`/api/v1/booking/${path}`, json)
    return ((await response.json()) as { id: number }).id
  }
  const service_id = await make('services', { name: `Given by ${count}`, duration: 30, price: 5_000 })
  const specialists = await atrium.request('/api/v1/booking/specialists?_sort=id')
  for (const { id } of ((await specialists.json()) as { id: number }[]).slice(0, count))
    await make('offers', { service_id, specialist_id: id })
  return service_id
}

/** The medians, in milliseconds, of requests that take turns. */
async function inTurn(questions: readonly Question[]): Promise<number[]> {
  const times = questions.map((): number[] => [])
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const [at, question] of questions.entries()) {
      const time = await ask(question)
      if (round >= WARM_UP) times[at]?.push(time)
    }
  return times.map(median)
}

async function ask({ atrium, service_id, ahead, days }: Question): Promise<number> {
  const [from, to] = [ahead, ahead + days - 1].map((day) => new Date(Date.now() + day * DAY).toISOString().slice(0, 10))
  const begun = performance.now()
  const response = await atrium.request(`/api/v1/booking/slots?service_id=${service_id}&from=${from}&to=${to}`)
  const found = (await response.json()) as unknown[]
  if (found.length === 0) throw new Error('There is no slot: nothing is measured.')
  return performance.now() - begun
}
