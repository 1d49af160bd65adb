import { getHeapStatistics } from 'node:v8'
import type { PluginVitals } from '@atrium/sdk/documents'
import type { Lease } from '../../base/lifetime/index.ts'
import { Latencies, quantileOf } from './latencies.ts'
import type { Operation } from './operation.ts'

/** The number of routes that are counted separately; the rest is counted together, so that monitoring cannot exhaust memory. */
const MOST_ROUTES = 2_000

/** The same for the statuses of one route. */
const MOST_STATUSES = 20

/** The number of minutes that the vitals of a plugin cover. `turn` is called once a minute. */
const MINUTES = 5

/** The label for everything beyond these limits. */
const OTHER = 'other'

/** The methods of requests without an operation; other texts are counted as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A request that has been answered, or whose client has left. */
export interface FinishedRequest {
  /** Undefined for requests without an operation, such as those for pages. */
  readonly operation: Operation | undefined
  readonly method: string
  /** The pattern of its path. */
  readonly route: string
  readonly status: number | 'aborted'
  readonly ms: number
}

/** The requests to one route since the host has started. */
export class RouteTraffic {
  readonly statuses = new Map<number | string, number>()
  readonly latencies = new Latencies()
  /** The plugin, or the part of the platform, that owns it; empty for pages and unknown addresses. */
  readonly owner: string
  readonly method: string
  readonly route: string

  constructor(owner: string, method: string, route: string) {
    this.owner = owner
    this.method = method
    this.route = route
  }
}

/** The counts of one plugin since the host has started. */
export interface PluginTotals {
  /** Counts loads, by outcome. */
  readonly committed: number
  readonly failed: number
  /** Milliseconds on the event loop. */
  readonly loopMs: number
  /** Bytes of the host's heap when its serving generation was committed. */
  readonly heap: number | undefined
}

/** A kind of job of a plugin, and how its tries ended. */
export interface JobTries {
  readonly plugin: string
  readonly kind: string
  readonly outcome: string
  count: number
}

/**
 * Counts what the host and its plugins do, for `/metrics` and for the status of plugins. It gets its numbers from code that has them
 * anyway: the HTTP server when an answer has been sent, jobs when they end, plugins when they are loaded.
 */
export class Vitals {
  readonly #routes = new Map<string, RouteTraffic>()
  readonly #byOperation = new WeakMap<Operation, RouteTraffic>()
  readonly #serving = new Map<string, ServingVitals>()
  readonly #loads = new Map<string, { committed: number; failed: number; loopMs: number }>()
  readonly #jobs = new Map<string, JobTries>()

  request({ operation, method, route, status, ms }: FinishedRequest): void {
    const known = operation && this.#byOperation.get(operation)
    const { statuses, latencies } = known ?? this.#trafficOf(operation, method, route)
    const counted = statuses.has(status) || statuses.size < MOST_STATUSES ? status : OTHER
    statuses.set(counted, (statuses.get(counted) ?? 0) + 1)
    latencies.note(ms)
    if (operation?.lease === undefined) return
    const serving = this.#serving.get(operation.owner)
    if (serving?.lease !== operation.lease) return
    serving.latencies.note(ms)
    if (status !== 'aborted' && status >= 500) serving.errors += 1
  }

  jobEnded(plugin: string, kind: string, outcome: string): void {
    const key = `${plugin} ${kind} ${outcome}`
    const tries = this.#jobs.get(key)
    if (tries) tries.count += 1
    else this.#jobs.set(key, { plugin, kind, outcome, count: 1 })
  }

  /** A generation was committed. Its vitals begin now. */
  begin(plugin: string, { lease }: { readonly lease: Lease }): void {
    this.end(plugin)
    this.#loadsOf(plugin).committed += 1
    this.#serving.set(plugin, new ServingVitals(lease))
  }

  /** A load failed. */
  failed(plugin: string): void {
    this.#loadsOf(plugin).failed += 1
  }

  /** A plugin no longer serves. */
  end(plugin: string): void {
    const former = this.#serving.get(plugin)
    if (former === undefined) return
    this.#loadsOf(plugin).loopMs += former.lease.loopMs ?? 0
    this.#serving.delete(plugin)
  }

  /** Another minute has passed. */
  turn(): void {
    for (const serving of this.#serving.values()) serving.turn()
  }

  /** Undefined if the plugin does not serve. */
  of(plugin: string): PluginVitals | undefined {
    return this.#serving.get(plugin)?.read()
  }

  routes(): Iterable<RouteTraffic> {
    return this.#routes.values()
  }

  jobs(): Iterable<JobTries> {
    return this.#jobs.values()
  }

  plugins(): (readonly [plugin: string, PluginTotals])[] {
    return [...this.#loads].map(([plugin, { committed, failed, loopMs }]) => {
      const serving = this.#serving.get(plugin)
      return [plugin, { committed, failed, loopMs: loopMs + (serving?.lease.loopMs ?? 0), heap: serving?.heap }]
    })
  }

  /** Operations are created again with each load; their routes stay. */
  #trafficOf(operation: Operation | undefined, method: string, route: string): RouteTraffic {
    if (operation === undefined) return this.#routeOf('', METHODS.has(method) ? method : OTHER, route)
    const traffic = this.#routeOf(operation.owner, operation.method, operation.path)
    this.#byOperation.set(operation, traffic)
    return traffic
  }

  #routeOf(...names: [owner: string, method: string, route: string]): RouteTraffic {
    const known = this.#routes.get(names.join(' '))
    if (known !== undefined) return known
    const kept: typeof names = this.#routes.size < MOST_ROUTES ? names : [OTHER, OTHER, OTHER]
    const traffic = this.#routes.get(kept.join(' ')) ?? new RouteTraffic(...kept)
    this.#routes.set(kept.join(' '), traffic)
    return traffic
  }

  #loadsOf(plugin: string) {
    const known = this.#loads.get(plugin) ?? { committed: 0, failed: 0, loopMs: 0 }
    this.#loads.set(plugin, known)
    return known
  }
}

/** The counts at one moment. */
interface Mark {
  readonly at: Date
  readonly errors: number
  readonly loopMs: number
  readonly counts: Float64Array
}

/** The vitals of one generation. Compares with the oldest of its marks, one of which is made each minute. */
class ServingVitals {
  readonly lease: Lease
  readonly heap = getHeapStatistics().used_heap_size
  readonly latencies = new Latencies()
  errors = 0
  readonly #marks: Mark[]

  constructor(lease: Lease) {
    this.lease = lease
    this.#marks = [this.#mark()]
  }

  turn(): void {
    this.#marks.push(this.#mark())
    if (this.#marks.length > MINUTES) this.#marks.shift()
  }

  read(): PluginVitals {
    const since = this.#marks[0]!
    const now = this.#mark()
    const counts = now.counts.map((count, bucket) => count - since.counts[bucket]!)
    const p95 = quantileOf(counts, 0.95)
    return {
      since: since.at.toISOString(),
      requests: counts.reduce((sum, count) => sum + count, 0),
      errors: now.errors - since.errors,
      ...(p95 !== undefined && { p95_ms: tenths(p95) }),
      loop_ms: tenths(now.loopMs - since.loopMs),
      heap_at_load: this.heap,
    }
  }

  #mark(): Mark {
    const { counts } = this.latencies
    return { at: new Date(), errors: this.errors, loopMs: this.lease.loopMs ?? 0, counts: counts.slice() }
  }
}

const tenths = (number: number) => Math.round(number * 10) / 10
