import { type ResourceRegistry, type Routes, type Static, Type } from '@atrium/sdk'
import { driftOf, isAlive, type ListedHost } from '../core/hosts/index.ts'
import { declare, SYSTEM } from './declare.ts'
import { derivedStore } from './derived-store.ts'
import type { PlatformParts } from './platform-parts.ts'

const HostPlugin = Type.Object({
  id: Type.String(),
  version: Type.String(),
  state: Type.String(),
  content: Type.Optional(Type.String({ description: 'A hash of the files that serve' })),
})

const Difference = Type.Object({
  code: Type.Enum(['atrium_version', 'secret_key', 'files_apart', 'plugin_state', 'plugin_version', 'plugin_content']),
  message: Type.String(),
})

const HostRecord = Type.Object(
  {
    id: Type.String({ readOnly: true, description: 'Of one process: a host that starts again gets another one' }),
    name: Type.String({ description: 'The name of the machine and the port' }),
    address: Type.String({ description: 'Where it listens' }),
    state: Type.Enum(['starting', 'running', 'gone'], {
      description: 'A host is gone if it has given no sign of life for 30 seconds; a day later it is removed',
    }),
    version: Type.String({ title: 'Atrium' }),
    node: Type.String({ title: 'Node.js' }),
    started_at: Type.String({ format: 'date-time', title: 'Started' }),
    seen_at: Type.String({ format: 'date-time', title: 'Last sign of life' }),
    differences: Type.Integer({ description: 'In how many ways it differs from the other hosts that run' }),
    drift: Type.Array(Difference, { title: 'Differs from other hosts' }),
    plugins: Type.Array(HostPlugin),
  },
  { title: 'Host' },
)

const RULES = {
  sort: ['name', 'state', 'version', 'started_at', 'seen_at', 'differences'],
  filter: ['name', 'state', 'version', 'differences'],
  search: ['name', 'address'],
} as const

/** The list of hosts on the database. It is read-only, because hosts list themselves. */
export function hostRoutes(routes: Routes, { hosts }: PlatformParts): void {
  routes.records(
    '/hosts/{host_id}',
    derivedStore(HostRecord, RULES, async () => recordsOf(await hosts.list())),
  )
}

function recordsOf(hosts: readonly ListedHost[]): Static<typeof HostRecord>[] {
  return hosts.map((host) => {
    const { id, name, address, version, node, started_at, seen_at, is_ready, plugins } = host
    const others = hosts.filter((other) => other !== host && isAlive(other))
    const drift = isAlive(host) ? driftOf(host, others) : []
    const state = isAlive(host) ? (is_ready ? 'running' : 'starting') : 'gone'
    const about = { id, name, address, state, version, node, started_at, seen_at } as const
    return { ...about, differences: drift.length, drift, plugins: plugins.map(({ reload: _, ...plugin }) => plugin) }
  })
}

const COLORS = { starting: 'blue', running: 'green', gone: 'red' } as const

/** The screens of hosts. */
export function hostScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(HostRecord)
      .id('platform-hosts')
      .title('Hosts')
      .description('The hosts that share the database, and how they differ')
      .icon('database')
      .list_path('/hosts')
      .module_path('hosts')
      .record_title_attribute('name')
      .nav_group(SYSTEM, 105)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.badge('state').color_by(COLORS),
            column.text('version'),
            column.number('differences'),
            column.since('started_at'),
            column.since('seen_at'),
          ])
          .filters((filter) => [filter.select('state')])
          .default_sort('name'),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.badge('state').color_by(COLORS),
            entry.text('address'),
            entry.text('version'),
            entry.text('node'),
            entry.datetime('started_at'),
            entry.datetime('seen_at'),
          ]),
          entry.repeater('drift', (difference) => [difference.text('message').label('Difference')]),
          entry.repeater('plugins', (plugin) => [
            plugin.text('id').label('Plugin'),
            plugin.text('version'),
            plugin.text('state'),
            plugin.text('content').label('Content'),
          ]),
        ]),
      ),
  )
}
