import { setTimeout as pause } from 'node:timers/promises'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { startAtrium, TEMPLATE_ALONE } from '../start-atrium.ts'
import type { Atrium } from '../start-atrium.ts'

const SCRIPT = 'test/bench/servers/hops.mjs'
const ITEMS = '/api/v1/template/items'
const WARM_UP = 100
const ROUNDS = 5

/** Milliseconds after which a request is over, with what follows its answer. */
const AFTERMATH = 200

/** A function of our own sources that was called. */
interface Hop {
  /** Empty for an anonymous function. */
  readonly name: string
  /** How often. */
  readonly count: number
  /** Relative to the root. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** How many functions of host, SDK and plugin one list request calls. `ATRIUM_HOPS=list` prints them. */
export async function hops(): Promise<Finding[]> {
  await using atrium = await startAtrium({ script: SCRIPT, env: TEMPLATE_ALONE })
  for (const name of ['Oak lamp', 'Pine table', 'Glass vase']) await atrium.request(ITEMS, { name, price: 1000 })
  for (let request = 0; request < WARM_UP; request += 1) await list(atrium)
  await called(atrium)
  const rounds = await repeat(atrium, () => list(atrium))
  const passed = beyond(await repeat(atrium), rounds)
  if (process.env['ATRIUM_HOPS'] === 'list') print(passed)
  const files = new Set(passed.map(({ file }) => file)).size
  return [
    atMost('functions that a list request calls', passed.length, { wanted: 90, digits: 0, note: `${files} files` }),
  ]
}

/** What was called in each round, during the work and what follows it. */
async function repeat(atrium: Atrium, work = () => Promise.resolve()): Promise<Hop[][]> {
  const rounds: Hop[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await work()
    await pause(AFTERMATH)
    rounds.push(await called(atrium))
  }
  return rounds
}

async function list(atrium: Atrium): Promise<void> {
  const response = await atrium.request(ITEMS)
  await response.arrayBuffer()
}

/** What was called since the last time. */
async function called({ pid, printed }: Atrium): Promise<Hop[]> {
  const told = async () =>
    (await printed()).split('\n').filter((line) => line.startsWith('{"hops"') && line.endsWith('}'))
  const before = (await told()).length
  process.kill(pid, 'SIGUSR2')
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(20)) {
    const last = (await told())[before]
    if (last !== undefined) return (JSON.parse(last) as { hops: Hop[] }).hops
  }
  throw new Error('The host did not say within 10 s which functions it called.')
}

/** What each round calls more often than the quietest idle one: timers of the host call functions too, but not in each round. */
function beyond(idle: readonly Hop[][], rounds: readonly Hop[][]): Hop[] {
  const [first = []] = rounds
  const countsIn = (all: readonly Hop[][], hop: Hop) =>
    all.map((round) => round.find((other) => key(other) === key(hop))?.count ?? 0)
  return first.filter((hop) => Math.min(...countsIn(rounds, hop)) > Math.min(...countsIn(idle, hop)))
}

const key = ({ name, file, line, column }: Hop) => `${file}:${line}:${column} ${name}`

function print(hops: readonly Hop[]): void {
  const lines = hops.map(({ name, file, line }) => `${file}:${line}  ${name || '(anonymous)'}`)
  console.log(`\n${lines.sort().join('\n')}`)
}
