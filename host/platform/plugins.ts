import { emit_dashboard, type ResourceRegistry, type Routes, type Static, Type } from '@atrium/sdk'
import { PluginStatus } from '@atrium/sdk/documents'
import { API_BASE, OWNER, PANEL, SYSTEM } from './declare.ts'
import { derivedStore } from './derived-store.ts'
import type { PlatformParts } from './platform-parts.ts'

const PluginRecord = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    title: Type.String({ format: 'translated' }),
    version: Type.Optional(Type.String()),
    state: PluginStatus.properties.state,
    problems: Type.Integer({ description: 'How many errors and warnings were found, while it was loaded and since' }),
  },
  { title: 'Plugin' },
)

const RULES = { sort: ['title', 'state', 'problems'], filter: ['state', 'problems'], search: ['id', 'title'] } as const

/** The list of plugins. It is read-only: `/api/v1/plugins` changes them. */
export function pluginRoutes(routes: Routes, { registries }: PlatformParts): void {
  const present = async () => registries.plugins.list().map(recordOf)
  routes.records('/plugins/{plugin_id}', derivedStore(PluginRecord, RULES, present))
}

function recordOf({ id, title, version, state, diagnostics, runtime }: PluginStatus): Static<typeof PluginRecord> {
  const problems = diagnostics.length + (runtime?.findings.length ?? 0)
  return { id, title: title ?? id, state, problems, ...(version !== undefined && { version }) }
}

const COLORS = {
  active: 'green',
  activating: 'blue',
  deactivating: 'blue',
  inactive: 'gray',
  blocked: 'orange',
  failed: 'red',
  missing: 'red',
} as const

/** The list of plugins. A row leads to the screen where the shell shows and changes a plugin. */
export function pluginScreens(registry: ResourceRegistry): void {
  emit_dashboard(
    registry,
    PANEL,
    OWNER,
    (dashboard) =>
      dashboard
        .id('platform-plugins')
        .title('Plugins')
        .path('plugins')
        .api_base(API_BASE)
        .icon('plug')
        .nav_group(SYSTEM, 100)
        .table(PluginRecord, (list) =>
          list
            .id('list')
            .title('Plugins')
            .list_path('/plugins')
            .view_path('/platform/plugins/:id')
            .record_title_attribute('title')
            .table((table) =>
              table
                .columns((column) => [
                  column.text('title'),
                  column.text('version'),
                  column.badge('state').color_by(COLORS),
                  column.number('problems'),
                ])
                .filters((filter) => [filter.select('state')])
                .default_sort('title'),
            ),
        ),
    { hide_title: true },
  )
}
