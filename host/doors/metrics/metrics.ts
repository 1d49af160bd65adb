import { setImmediate as endOfTurn } from 'node:timers/promises'
import { answer, ApiError } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import type * as PromClient from 'prom-client'
import { type Database, poolsOf } from '../../base/db/index.ts'
import { latePackage, SharedRuns, withinTime } from '../../base/lifetime/index.ts'
import { countOpenJobs, type OpenJobs } from '../../core/jobs/index.ts'
import { declareOperation } from '../../core/operations/index.ts'
import type { Operation, Registries } from '../../core/registries/index.ts'
import { families, type Family, type Sources, type Value } from './families.ts'

export interface MetricsOptions extends Omit<Sources, 'pools' | 'jobs' | 'connections'> {
  readonly registries: Registries
  readonly database: Database
  /** Counts the connections of the HTTP server, including WebSockets. */
  readonly countConnections: () => Promise<number>
}

/** Milliseconds that the database may take to count the jobs. Without its database, a host still answers. */
const DATABASE_LIMIT = 2_000

const loadPromClient = latePackage<typeof PromClient>('prom-client')

/**
 * Makes the operation `GET /metrics`. Everything is counted elsewhere and read here. `prom-client` is loaded with the first request, so
 * metrics cost nothing until they are used.
 */
export function createMetrics(options: MetricsOptions): Operation {
  const runs = new SharedRuns<string>()
  const { routes, declarations } = collect_routes()
  routes.get(
    '/metrics',
    { permission: 'platform.metrics.view', summary: 'Shows what the host does, in the text format of Prometheus' },
    // Simultaneous callers share one read.
    async () => answer(await runs.run('', () => read(options)), { headers: { 'content-type': CONTENT_TYPE } }),
  )
  const [declared] = declarations.map((route) => declareOperation('platform', route))
  return { ...(declared as Operation), name: 'GET /metrics', path: '/metrics' }
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

async function read({ registries, database, countConnections, ...rest }: MetricsOptions): Promise<string> {
  const { Registry } = loadPromClient()
  const [connections, jobs] = await Promise.all([countConnections(), countJobs(database)])
  const sources = { ...rest, registries, connections, jobs, pools: poolsOf(database) }
  const texts = [await ofProcess().metrics()]
  for (const family of families(sources)) texts.push(...(await write(family, () => new Registry())))
  return texts.join('')
}

/** The number of values written in one turn of the event loop: a few milliseconds of work. */
const AT_ONCE = 500

/** Writes a metric in parts, so that many routes do not block the event loop. */
async function write(family: Family, newRegistry: () => PromClient.Registry): Promise<string[]> {
  const parts: string[] = []
  const writePart = async (values: readonly Value[]) => {
    const registry = newRegistry()
    registry.registerMetric({ ...family, get: async () => ({ ...family, values }) } as never)
    const text = await registry.metrics()
    // Help and type are written only once.
    parts.push(parts.length === 0 ? `\n${text}` : text.split('\n').slice(2).join('\n'))
    await endOfTurn()
  }
  let values: Value[] = []
  for (const value of family.values) {
    if (values.push(value) < AT_ONCE) continue
    await writePart(values)
    values = []
  }
  if (values.length > 0 || parts.length === 0) await writePart(values)
  return parts
}

/** Undefined if the database does not answer. */
async function countJobs(database: Database): Promise<readonly OpenJobs[] | undefined> {
  const expired = () => new ApiError('database_unavailable', { detail: 'The jobs could not be counted in time.' })
  return withinTime(DATABASE_LIMIT, () => countOpenJobs(database), { expired }).catch(() => undefined)
}

let process: PromClient.Registry | undefined

/** Memory, processor, event loop, garbage collections and open files of the process, which hosts in one process share. */
function ofProcess(): PromClient.Registry {
  if (process !== undefined) return process
  const { Registry, collectDefaultMetrics } = loadPromClient()
  process = new Registry()
  collectDefaultMetrics({ register: process })
  return process
}
