import type { PoolCounts } from '../../base/db/index.ts'
import type { OpenJobs } from '../../core/jobs/index.ts'
import { BOUNDS, type Registries, type RouteTraffic } from '../../core/registries/index.ts'

/** The data read for one answer. */
export interface Sources {
  readonly registries: Registries
  readonly version: string
  /** The open WebSockets. */
  readonly countSockets: () => number
  /** The connections of the HTTP server, including WebSockets. */
  readonly connections: number
  readonly pools: readonly PoolCounts[]
  /** Undefined if the database did not answer. */
  readonly jobs: readonly OpenJobs[] | undefined
}

type Labels = Readonly<Record<string, string | number>>

export interface Value {
  readonly labels: Labels
  readonly value: number
  /** For the samples of a histogram. */
  readonly metricName?: string
}

/** A metric with its values, as prom-client writes it. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** Generated while they are read, because there may be many. */
  readonly values: Iterable<Value>
}

/** The metrics of the host itself. Labels are ids of plugins, patterns of routes and fixed words, never texts from a client. */
export function families(sources: Sources): Family[] {
  const { registries, version, countSockets, connections, pools, jobs } = sources
  return [
    gauge('atrium_build_info', 'The version of the host; the value is always 1.', [one({ version })]),
    ...requests([...registries.vitals.routes()]),
    ...plugins(registries),
    counter(
      'atrium_job_tries_total',
      'Tries of jobs and events on this host, by how they ended.',
      [...registries.vitals.jobs()].map(({ count, ...labels }) => ({ labels, value: count })),
    ),
    gauge(
      'atrium_jobs',
      'Jobs and events that wait (due or scheduled) or run, on all hosts.',
      (jobs ?? []).map(({ jobs: value, ...labels }) => ({ labels, value })),
    ),
    gauge('atrium_database_up', 'Whether the database has answered this request for metrics.', [
      { labels: {}, value: jobs === undefined ? 0 : 1 },
    ]),
    gauge(
      'atrium_database_connections',
      'Connections of the pools to the database, by state; and how many statements wait for one.',
      pools.flatMap(({ pool, ...counts }) =>
        Object.entries(counts).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
    ),
    gauge('atrium_http_connections', 'Open connections of clients, WebSockets included.', [
      { labels: {}, value: connections },
    ]),
    gauge('atrium_websockets', 'Open WebSockets.', [{ labels: {}, value: countSockets() }]),
  ]
}

const labelsOf = ({ owner, method, route }: RouteTraffic) => ({ plugin: owner, method, route })

function requests(routes: readonly RouteTraffic[]): Family[] {
  const name = 'atrium_http_request_duration_seconds'
  return [
    counter('atrium_http_requests_total', 'Requests, by plugin, pattern of the route and status.', statusesOf(routes)),
    {
      ...{ name, type: 'histogram', help: 'How long requests took until their answer was sent.' },
      values: durationsOf(name, routes),
    },
  ]
}

function* statusesOf(routes: readonly RouteTraffic[]): Iterable<Value> {
  for (const traffic of routes)
    for (const [status, value] of traffic.statuses) yield { labels: { ...labelsOf(traffic), status }, value }
}

/** The indexes of 1, 2.5, 5, 10 … milliseconds among the bounds. */
const SHOWN = [...BOUNDS.keys()].filter((index) => index >= 10 && [0, 4, 7].includes(index % 10))

function* durationsOf(name: string, routes: readonly RouteTraffic[]): Iterable<Value> {
  for (const traffic of routes) {
    const { counts, sum } = traffic.latencies
    const labels = labelsOf(traffic)
    let below = 0
    let next = 0
    for (const index of SHOWN) {
      for (; next <= index; next++) below += counts[next]!
      yield { metricName: `${name}_bucket`, labels: { ...labels, le: BOUNDS[index]! / 1_000 }, value: below }
    }
    for (; next < counts.length; next++) below += counts[next]!
    yield { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: below }
    yield { metricName: `${name}_sum`, labels, value: sum / 1_000 }
    yield { metricName: `${name}_count`, labels, value: below }
  }
}

function plugins({ plugins, vitals }: Registries): Family[] {
  const totals = vitals.plugins()
  return [
    gauge(
      'atrium_plugin_state',
      'The state of each plugin; the value is always 1.',
      plugins.list().map(({ id, state }) => one({ plugin: id, state })),
    ),
    counter(
      'atrium_plugin_loads_total',
      'Loads and reloads, by whether the new generation was committed.',
      totals.flatMap(([plugin, { committed, failed }]) => [
        { labels: { plugin, outcome: 'committed' }, value: committed },
        { labels: { plugin, outcome: 'failed' }, value: failed },
      ]),
    ),
    counter(
      'atrium_plugin_loop_seconds_total',
      'For how long handlers, jobs, timers and messages of a plugin held the event loop before they first waited.',
      totals.map(([plugin, { loopMs }]) => ({ labels: { plugin }, value: loopMs / 1_000 })),
    ),
    gauge(
      'atrium_plugin_heap_at_load_bytes',
      'The heap of the whole host when the serving generation was committed.',
      totals.flatMap(([plugin, { heap }]) => (heap === undefined ? [] : [{ labels: { plugin }, value: heap }])),
    ),
  ]
}

const one = (labels: Labels): Value => ({ labels, value: 1 })

const counter = (name: string, help: string, values: Iterable<Value>): Family => ({
  ...{ name, help, values },
  type: 'counter',
})

const gauge = (name: string, help: string, values: Iterable<Value>): Family => ({
  ...{ name, help, values },
  type: 'gauge',
})
