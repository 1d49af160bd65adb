import { Hold } from '../../host/base/lifetime/index.ts'
import { array_store, Type } from '@atrium/sdk'
import { collect_channels, collect_routes, collect_tools } from '@atrium/sdk/host'
import type { Channels, ResourceRegistry, Routes, Tools } from '@atrium/sdk'
import type { DashboardDraft, ResourceDraft } from '@atrium/sdk/host'
import { compile } from '../../host/plugins/compile/compile.ts'
import type { PluginManifest } from '../../host/plugins/manifest/plugin-manifest.ts'

/** A record for declarations in tests. */
export const Item = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ maxLength: 80 }),
  status: Type.Enum(['draft', 'active'], { default: 'draft' }),
  price: Type.Integer({ currency: 'CHF' }),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
})

export const rules = { sort: ['name'], filter: ['status'], search: ['name'] } as const

interface Declarations {
  resources?: (registry: ResourceRegistry) => void
  /** Default: `/items` with every route of the record kit. */
  routes?: (routes: Routes) => unknown
  tools?: (tools: Tools) => unknown
  channels?: (channels: Channels) => unknown
}

const manifest: PluginManifest = {
  id: 'shop',
  title: 'Shop',
  version: '1.0.0',
  package_name: '@acme/shop',
  directory: import.meta.dirname,
  entry: import.meta.filename,
  requires: {},
  drain_seconds: 30,
  sdk_range: '*',
}

/** Mounts items as the declarations of the tests expect them. */
export const itemRoutes = (routes: Routes) => routes.records('/items/{id}', array_store([], Item, rules))

/** Links declarations as the host does, without a plugin around them. */
export function link({ resources, routes = itemRoutes, tools, channels }: Declarations) {
  const drafts: ResourceDraft[] = []
  const dashboards: DashboardDraft[] = []
  const collected = collect_routes()
  const collectedTools = collect_tools()
  const collectedChannels = collect_channels(() => undefined)
  resources?.({ add_resource: (draft) => drafts.push(draft), add_dashboard: (draft) => dashboards.push(draft) })
  routes(collected.routes)
  tools?.(collectedTools.tools)
  channels?.(collectedChannels.channels)
  const staged = {
    resources: drafts,
    dashboards,
    routes: collected.declarations,
    tools: collectedTools.declarations,
    namespaces: collectedChannels.declarations,
    stores: [],
  }
  const { publication, declared, findings } = compile(staged, { manifest, lease: new Hold() })
  return { ...publication, publication, declared, findings, codes: findings.map(({ code }) => code) }
}
