import { MISBEHAVING } from '../../fixtures/plugins/misbehaving.ts'
import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import { atMost, type Finding } from '../finding.ts'
import { median } from '../median.ts'
import { type Notes, round, type RoundOutcome } from '../neighbours/rounds.ts'
import { type Stage, startStage } from '../neighbours/stage.ts'

const PAIRS = 5

const named = (variable: string, all: readonly string[]) => process.env[variable]?.split(',') ?? all
const DATABASES = named('ATRIUM_NEIGHBOURS_ON', ['sqlite3', 'postgres'])
const BESIDE = named('ATRIUM_NEIGHBOURS', Object.keys(MISBEHAVING))

/** Measures a good plugin under load: alone, and beside each plugin that misbehaves. */
export async function neighbours(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const database of DATABASES) findings.push(...(await (database === 'postgres' ? onPostgres() : on(database))))
  return findings
}

async function onPostgres(): Promise<Finding[]> {
  const cluster = await startPostgresCluster()
  try {
    return await on('postgres', { DATABASE_URL: cluster.url })
  } finally {
    await cluster.remove()
  }
}

async function on(
  database: string,
  environment: Readonly<Record<string, string>> = { ATRIUM_SQLITE: database },
): Promise<Finding[]> {
  await using stage = await startStage(environment)
  const notes: Notes = { acknowledged: new Set(), last: 0 }
  const findings: Finding[] = []
  await round(stage, notes)
  for (const id of BESIDE) findings.push(await beside(id, { stage, notes, database }))
  const kept = new Set(JSON.parse((await stage.ask('GET /api/v1/good/all')).text) as number[])
  const lost = [...notes.acknowledged].filter((id) => !kept.has(id)).length
  const note = `of ${notes.acknowledged.size}`
  return [...findings, atMost(`${database}: acknowledged notes that are lost`, lost, { wanted: 0, digits: 0, note })]
}

/** Rounds in the order alone, beside, beside, alone …: what else the machine does affects both alike. */
async function beside(
  id: string,
  { stage, notes, database }: { stage: Stage; notes: Notes; database: string },
): Promise<Finding> {
  const pairs: [alone: RoundOutcome, beside: RoundOutcome][] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const isForward = pair % 2 === 0
    const first = await round(stage, notes, isForward ? undefined : id)
    const second = await round(stage, notes, isForward ? id : undefined)
    pairs.push(isForward ? [first, second] : [second, first])
  }
  const ratios = pairs.map(([alone, other]) => other.p99 / alone.p99)
  const of = (which: 0 | 1) => Math.round(median(pairs.map((pair) => pair[which].p99)))
  const sum = (which: 0 | 1) => pairs.reduce((total, pair) => total + pair[which].requests, 0)
  const refused = pairs.reduce((total, [, other]) => total + other.refused, 0)
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const note = `${spread}; ${of(1)} ms against ${of(0)} ms, ${sum(1)} and ${sum(0)} requests, ${refused} refused`
  return atMost(`${database}: p99 of a good plugin beside one that is ${id}, of alone`, median(ratios), {
    wanted: 2,
    note,
  })
}
