import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type Routes, type Static, Type } from '@atrium/sdk'
import { isAlive, type ListedHost } from '../core/hosts/index.ts'
import type { PlatformParts } from './platform-parts.ts'

/** Milliseconds that the other hosts may take, and between two polls of their list. */
const PATIENCE = 60_000
const LOOK_EVERY = 250

const ReloadedHost = Type.Object({
  host: Type.String({ description: 'Its name, as the list of hosts has it' }),
  outcome: Type.Enum(['reloaded', 'failed', 'not_asked', 'silent'], {
    description: '`not_asked`: it failed on the first host. `silent`: it has not said within a minute that it has',
  }),
  version: Type.Optional(Type.String()),
  content: Type.Optional(Type.String({ description: 'A hash of the files that serve' })),
  reason: Type.Optional(Type.String()),
})
type ReloadedHost = Static<typeof ReloadedHost>

const Reloaded = Type.Object(
  {
    plugin: Type.String(),
    complete: Type.Boolean({ description: 'Whether it is active on all hosts, newly loaded' }),
    hosts: Type.Array(ReloadedHost, { description: 'The host that was asked comes first' }),
  },
  { title: 'ReloadedEverywhere' },
)

/** Reloading a plugin on all hosts of the database, one of them first. */
export function reloadRoutes(routes: Routes, parts: PlatformParts): void {
  routes.post(
    '/plugins/{id}/reload',
    {
      summary: 'Reload a plugin on this host and, if it is active then, on all others',
      description:
        'The other hosts keep what they serve if it fails here. Whoever differs afterwards is in the list of hosts.',
      params: Type.Object({ id: Type.String() }),
      response: Reloaded,
      permission: 'platform.plugins.manage',
      transaction: false,
    },
    async ({ params: { id }, caller }) => {
      const hosts = await reloadEverywhere(id, { parts, by: caller.id })
      return { plugin: id, complete: hosts.every(({ outcome }) => outcome === 'reloaded'), hosts }
    },
  )
}

async function reloadEverywhere(
  id: string,
  { parts, by }: { parts: PlatformParts; by: string },
): Promise<ReloadedHost[]> {
  const { plugins, hosts } = parts
  const request = { action: 'reload', plugin: id, dryRun: false, cascade: false } as const
  if ((await plugins.change(request, { by })) === undefined) throw notFound(id)
  const listed = await hosts.list()
  const here = listed.find((host) => host.id === hosts.id)
  const others = listed.filter((host) => host.id !== hosts.id && isAlive(host))
  const first = reloadedHere(id, here?.name ?? 'this host', parts)
  if (first.outcome === 'failed') return [first, ...others.map(({ name }) => notAsked(name, first.host))]
  if (others.length === 0) return [first]
  const reload = await plugins.reloads.ask(id, { by })
  return [first, ...(await whenReloaded({ id, reload, others }, hosts))]
}

function reloadedHere(id: string, host: string, { registries }: PlatformParts): ReloadedHost {
  const status = registries.plugins.get(id)
  if (status?.state !== 'active') {
    const [problem] = status?.diagnostics ?? []
    return { host, outcome: 'failed', reason: problem?.message ?? `It is [${status?.state ?? 'missing'}].` }
  }
  const { version, content } = status
  return { host, outcome: 'reloaded', ...(version && { version }), ...(content && { content }) }
}

const notAsked = (host: string, first: string): ReloadedHost => ({
  host,
  outcome: 'not_asked',
  reason: `It failed on [${first}], so this host goes on with what it serves.`,
})

interface Awaited {
  readonly id: string
  readonly reload: string
  readonly others: readonly ListedHost[]
}

/** Waits until the other hosts report that they have followed the request, or are gone. */
async function whenReloaded({ id, reload, others }: Awaited, hosts: PlatformParts['hosts']): Promise<ReloadedHost[]> {
  const outcomeOf = (listed: readonly ListedHost[], { id: hostId, name: host }: ListedHost): ReloadedHost => {
    const now = listed.find((each) => each.id === hostId)
    const plugin = now?.plugins.find((each) => each.id === id)
    if (now === undefined || !isAlive(now)) return { host, outcome: 'silent', reason: 'The host has gone meanwhile.' }
    if (plugin?.reload !== reload) return { host, outcome: 'silent', reason: SILENT }
    const { state, version, content } = plugin
    if (state === 'active') return { host, outcome: 'reloaded', version, ...(content && { content }) }
    return { host, outcome: 'failed', reason: `It is [${state}] there: atrium plugins show ${id} --url ${now.address}` }
  }
  for (const until = Date.now() + PATIENCE; ; await pause(LOOK_EVERY)) {
    const listed = await hosts.list()
    const outcomes = others.map((host) => outcomeOf(listed, host))
    if (outcomes.every(({ reason }) => reason !== SILENT) || Date.now() > until) return outcomes
  }
}

const SILENT = 'It has not said within a minute that it has reloaded the plugin. Reload it there, or ask again.'

const notFound = (id: string) =>
  new ApiError('plugin_not_found', { detail: `There is no plugin [${id}]. \`GET /api/v1/plugins\` lists all of them.` })
