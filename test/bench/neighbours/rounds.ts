import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../helpers/until.ts'
import { quantile } from '../median.ts'
import type { Stage } from './stage.ts'

const ROUND = 1_500
const CALLERS = 8
const PAUSE = 10

/** What the good plugin has acknowledged, and its last note. */
export interface Notes {
  readonly acknowledged: Set<number>
  last: number
}

/** What one round has measured. */
export interface RoundOutcome {
  /** Milliseconds; 99 % of the requests were answered within them. */
  readonly p99: number
  readonly requests: number
  /** Requests that were answered with an error, such as 503 because the database was held. */
  readonly refused: number
}

interface Span {
  readonly begun: number
  readonly ended: number
}

/** Loads the good plugin, while another one misbehaves if it is named. */
export async function round(stage: Stage, notes: Notes, misbehaving?: string): Promise<RoundOutcome> {
  const end = performance.now() + ROUND
  const isOver = () => performance.now() >= end
  const blocks: Span[] = []
  const trouble =
    misbehaving === undefined ? [] : [1, 2].map(() => misbehave(stage, { id: misbehaving, isOver, blocks }))
  const spans: Span[] = []
  let refused = 0
  const call = async () => {
    while (!isOver()) {
      const id = (notes.last += 1)
      const { status } = await timed(spans, () => stage.ask('POST /api/v1/good/notes', { json: { id } }))
      if (status === 204) notes.acknowledged.add(id)
      else refused += 1
      await timed(spans, () => stage.ask('GET /api/v1/good/notes'))
      await pause(PAUSE)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  await Promise.all(trouble)
  if (misbehaving !== undefined) await untilQuiet(stage, misbehaving)
  const outside = spans.filter((span) => !blocks.some((block) => overlap(span, block)))
  const times = outside.map(({ begun, ended }) => ended - begun)
  return { p99: quantile(times, 0.99), requests: times.length, refused }
}

async function timed<Result>(spans: Span[], work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  spans.push({ begun, ended: performance.now() })
  return result
}

const overlap = (one: Span, other: Span) => one.begun < other.ended && other.begun < one.ended

/** How long the plugin `looping` blocks the event loop each time. Requests of these moments are not counted. */
const BLOCK = 200

interface Trouble {
  readonly id: string
  readonly isOver: () => boolean
  /** Filled with the times in which the event loop may be blocked. */
  readonly blocks: Span[]
}

/** Lets a plugin misbehave for somebody else, again and again. */
async function misbehave(stage: Stage, { id, isOver, blocks }: Trouble): Promise<void> {
  const isLooping = id === 'looping'
  while (!isOver()) {
    const ask = () => stage.ask(`POST /api/v1/${id}/now`, { asOther: true, ...(isLooping && { json: { ms: BLOCK } }) })
    await timed(isLooping ? blocks : [], ask)
    await pause(isLooping ? 4 * BLOCK : 5 * PAUSE)
  }
}

/** The jobs that a plugin has left must not weigh on the round alone. */
async function untilQuiet(stage: Stage, plugin: string): Promise<void> {
  const open = `GET /api/v1/platform/jobs?plugin=${plugin}&state=waiting&state=running&_limit=1`
  await until('its jobs to be done', async () => (await stage.ask(open)).text === '[]', { within: 120_000 })
}
