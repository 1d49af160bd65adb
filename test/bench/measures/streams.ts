import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Finding } from '../finding.ts'
import { median } from '../median.ts'
import { processorTime } from '../processor-time.ts'
import { type Atrium, ROOT, startAtrium } from '../start-atrium.ts'
import { startServer } from '../start-server.ts'
import { Follower, mistakesOf } from '../streams/follower.ts'
import { delayOf, memoryOf } from '../streams/health.ts'

const AGENTS = '/api/v1/ai-agents'
const CHATS = Number(process.env['ATRIUM_STREAMS'] ?? 200)
const SECONDS = Number(process.env['ATRIUM_STREAM_SECONDS'] ?? 10)
const ROUNDS = 3
const TOKENS_A_SECOND = 50

/** As many as a caller may have. */
const IDLE = 500

/** Milliseconds between the beginnings of two chats. */
const APART = 10

/** Options of Node for the host, beside those that the measure needs. */
const FLAGS = (process.env['ATRIUM_STREAM_FLAGS'] ?? '').split(' ').filter(Boolean)

/** Streams answers to many people at the same time. */
export async function streams(): Promise<Finding[]> {
  await using provider = await startServer(join(ROOT, 'test/bench/servers/token-provider.mjs'))
  await using atrium = await start({ ATRIUM_EGRESS_ALLOW: new URL(provider.url).host })
  const made = await create(atrium, 'credentials', {
    name: 'P',
    kind: 'openai-compatible',
    base_url: `${provider.url}/v1`,
  })
  const agent_id = await create(atrium, 'agents', {
    ...{ name: 'Counter', credential_id: made, model: 'small', max_output_tokens: 20_000 },
  })
  await round(atrium, { agent_id, chats: Math.min(CHATS, 50), tokens: 2 * TOKENS_A_SECOND })
  const rounds: Round[] = []
  for (let at = 0; at < ROUNDS; at += 1)
    rounds.push(await round(atrium, { agent_id, chats: CHATS, tokens: SECONDS * TOKENS_A_SECOND }))
  return [...tell(rounds), await idleConnection()]
}

const start = (env: Readonly<Record<string, string>> = {}) =>
  startAtrium({ script: 'test/bench/servers/atrium-delayed.mjs', flags: ['--expose-gc', ...FLAGS], env })

async function create(atrium: Atrium, what: string, values: object): Promise<number> {
  const response = await atrium.request(`${AGENTS}/${what}`, values)
  return ((await response.json()) as { id: number }).id
}

interface Round {
  readonly mistakes: number
  /** How often the host was too busy to take a message. */
  readonly refused: number
  /** Seconds from the last message that was taken to the end of the last answer. */
  readonly took: number
  /** The delay of the event loop while all chats streamed, in milliseconds. */
  readonly p99: number
  readonly max: number
  /** The delay while the chats began, and while they ended. */
  readonly edges: readonly [number, number]
  /** Processor time of the host for each token, in microseconds. */
  readonly token: number
}

async function round(
  atrium: Atrium,
  { agent_id, chats, tokens }: { agent_id: number; chats: number; tokens: number },
): Promise<Round> {
  const followers = await Promise.all(Array.from({ length: chats }, () => Follower.open(atrium)))
  await delayOf(atrium)
  const before = processorTime(atrium.pid)
  const sent = followers.map(async (follower, chat) => {
    await pause(chat * APART)
    return follower.begin({ agent_id, text: `Count ${chat} to ${tokens}` })
  })
  const refused = (await Promise.all(sent)).reduce((sum, each) => sum + each, 0)
  const begunAt = performance.now()
  await Promise.all(followers.map((follower) => follower.see('chat.delta')))
  const begun = await delayOf(atrium)
  await Promise.race(followers.map((follower) => follower.see('chat.done')))
  const { p99, max } = await delayOf(atrium)
  await Promise.all(followers.map((follower) => follower.see('chat.done')))
  const took = (performance.now() - begunAt) / 1000
  const seconds = processorTime(atrium.pid) - before
  const ended = await delayOf(atrium)
  let mistakes = 0
  for (const [chat, follower] of followers.entries()) {
    const found = await mistakesOf(follower, textOf(chat, tokens), atrium)
    for (const each of found) console.log(`Chat ${chat}: ${each}.`)
    mistakes += found.length
  }
  await Promise.all(followers.map((follower) => follower.close()))
  return { mistakes, refused, took, p99, max, edges: [begun.p99, ended.p99], token: (seconds / (chats * tokens)) * 1e6 }
}

/** What the provider answers. */
const textOf = (chat: number, tokens: number) =>
  Array.from({ length: tokens }, (_, at) => `${chat}.${at + 1} `).join('')

function tell(rounds: readonly Round[]): Finding[] {
  const each = (of: (round: Round) => number, digits = 0) => rounds.map((one) => of(one).toFixed(digits)).join(', ')
  const mistakes = rounds.reduce((sum, one) => sum + one.mistakes, 0)
  const what = `${CHATS} chats of ${SECONDS} s at ${TOKENS_A_SECOND} tokens a second`
  const load = `load ${loadavg()[0]?.toFixed(1)}`
  const edges = `while they begin ${each((one) => one.edges[0])}, end ${each((one) => one.edges[1])}`
  return [
    atMost('chats with tokens lost or reordered', mistakes, { wanted: 0, digits: 0, note: `${what}, ${ROUNDS} times` }),
    atMost('event loop of the host, 99 %', median(rounds.map(({ p99 }) => p99)), {
      ...{ wanted: 30, unit: ' ms', digits: 1 },
      note: `${each(({ p99 }) => p99, 1)}; longest ${each(({ max }) => max)}; ${edges}; ${load}`,
    }),
    atMost('end of the last answer after the last message', median(rounds.map(({ took }) => took)), {
      ...{ wanted: SECONDS + 1, unit: ' s', digits: 1 },
      note: `${each(({ took }) => took, 1)}; too busy for a message ${each(({ refused }) => refused)} times`,
    }),
    {
      measure: 'processor time of the host for each token',
      figure: `${median(rounds.map(({ token }) => token)).toFixed(0)} µs (${each(({ token }) => token)})`,
      ...{ wanted: 'none, for orientation', met: true },
    },
  ]
}

/** The memory that a connection takes which says nothing. */
async function idleConnection(): Promise<Finding> {
  const [rss, heap]: [number[], number[]] = [[], []]
  for (let at = 0; at < ROUNDS; at += 1) {
    await using atrium = await start()
    await pause(2_000)
    const before = await memoryOf(atrium)
    const followers: Follower[] = []
    for (let count = 0; count < IDLE; count += 1) followers.push(await Follower.open(atrium))
    await pause(1_000)
    const after = await memoryOf(atrium)
    rss.push((after.rss - before.rss) / IDLE / 1000)
    heap.push((after.heap - before.heap) / IDLE / 1000)
    await Promise.all(followers.map((follower) => follower.close()))
  }
  const each = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ')
  const note = `RSS ${each(rss)}; heap ${each(heap)}; ${IDLE} connections`
  // Pages that the start has left take up a part of what comes, so RSS alone would flatter.
  const most = Math.max(median(rss), median(heap))
  return atMost('memory of an idle connection, RSS or heap', most, { wanted: 60, unit: ' kB', digits: 0, note })
}
