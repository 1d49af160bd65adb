import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import { fillClients } from '../fill-clients.ts'
import { atMost, type Finding } from '../finding.ts'
import { median, quantile } from '../median.ts'
import { type Atrium, startAtrium } from '../start-atrium.ts'
import { type Server, startServer } from '../start-server.ts'

const REFERENCE = join(import.meta.dirname, '../servers/koa-knex.mjs')

/** How many clients there are: 100,000, or the value of the variable. */
const CLIENTS = Number(process.env.ATRIUM_SEARCH_CLIENTS ?? 100_000)
/** Only on `sqlite` or `postgres`. Default: on both. */
const ONLY = process.env.ATRIUM_SEARCH_DATABASE
const ROUNDS = 8
const WANTED = CLIENTS > 100_000 ? 150 : 50

/** Words as people search for clients. Nobody is found by those of `none`. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'rare words': ['anna.schmidt3', 'rhys.wood2', 'tobias.khan4', 'emre.kaya2', 'jonas.nowak3'],
  names: ['schmidt', 'zimmermann', 'fraser', 'thompson', 'hoffmann'],
  'two letters': ['zo', 'ox', 'kw', 'yu', 'an'],
  'one letter': ['q', 'x', 'z', 'a', 'e'],
  'common words': ['example', 'com', 'example.org', 'ann', 'son'],
  'two words': ['anna schmidt', 'klaus weber', 'green textiles', 'emre ky', 'zoe smith'],
  'digits of a phone number': ['4930231', '55501', '0770090', '30-231', '2125550'],
  'words with accents': ['Müller', 'Jürgen', 'Małgorzata', 'Böhm', 'Siobhán'],
  'words of nobody': ['xylophon', 'qqqq', 'schmitz', '9999999999', 'zzyzx'],
}

/** A page of the clients that a search finds, sorted by name and counted, against reading all of them by hand on the same database. */
export async function clientSearch(): Promise<Finding[]> {
  const onSqlite = ONLY === 'postgres' ? [] : await searchOn('SQLite', await fillClients(CLIENTS))
  if (ONLY === 'sqlite') return onSqlite
  const cluster = await startPostgresCluster()
  try {
    return [...onSqlite, ...(await searchOn('PostgreSQL', await fillClients(CLIENTS, cluster.url), cluster.url))]
  } finally {
    await cluster.remove()
  }
}

async function searchOn(name: string, dataDir: string, url?: string): Promise<Finding[]> {
  const env = { LOG_LEVEL: 'debug', ...(url !== undefined && { DATABASE_URL: url }) }
  await using atrium = await startAtrium({ unlimited: true, dataDir, env })
  const args = [url ?? join(dataDir, 'atrium.sqlite')]
  await using reference = await startServer(REFERENCE, { args, probe: '/clients?_end=1' })
  const made = await indexMade(atrium)
  const findings: Finding[] = []
  for (const [kind, words] of Object.entries(KINDS)) {
    const { times, scans } = await askInTurn(words, { atrium, reference })
    const ratio = (median(times) / median(scans)).toFixed(2)
    const note = `p50 ${median(times).toFixed(1)} ms, ${ratio} of a scan by hand; its p95 ${quantile(scans, 0.95).toFixed(1)} ms`
    const measure = `${kind} in ${CLIENTS.toLocaleString('en')} clients, ${name}, p95`
    findings.push(atMost(measure, quantile(times, 0.95), { wanted: WANTED, unit: ' ms', digits: 1, note }))
  }
  console.log(`\nThe index of ${CLIENTS.toLocaleString('en')} clients was made in ${made.toFixed(1)} s, ${name}.`)
  return findings
}

/** Waits until searches use the index. Returns the seconds that making it took. */
async function indexMade(atrium: Atrium): Promise<number> {
  for (;;) {
    const line = (await atrium.printed()).split('\n').find((each) => each.includes('search index ready'))
    if (line !== undefined) return (JSON.parse(line) as { milliseconds: number }).milliseconds / 1_000
    await pause(100)
  }
}

interface Servers {
  readonly atrium: Atrium
  readonly reference: Server
}

/** The milliseconds of each answer but the first to a word: of the host, and of the reference, which are asked in turn. */
async function askInTurn(words: readonly string[], { atrium, reference }: Servers) {
  const [times, scans]: [number[], number[]] = [[], []]
  for (const word of words)
    for (let round = 0; round <= ROUNDS; round += 1) {
      const query = `q=${encodeURIComponent(word)}&_start=0&_end=25&_sort=display_name`
      const time = await timeOf(() => atrium.request(`/api/v1/clients/clients?${query}`))
      const scan = await timeOf(() => fetch(`${reference.url}/clients?${query}`))
      if (round === 0) continue
      times.push(time)
      scans.push(scan)
    }
  return { times, scans }
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const begun = performance.now()
  const response = await ask()
  await response.text()
  if (!response.ok) throw new Error(`[${response.url}] answered ${response.status}.`)
  return performance.now() - begun
}
