import type { Origin } from '@atrium/sdk/host'
import type { ChatWidget, ModuleManifest, NavigationGroup, NavigationItem, Screen } from '@atrium/sdk/documents'
import { literalsFirst, revisionOf } from '../../../core/registries/index.ts'
import type { PluginManifest } from '../../manifest/plugin-manifest.ts'
import type { Finding } from '../checks/finding.ts'

/** The screens and navigation that one resource, custom dashboard or legacy registration adds to its module. */
export interface ModulePart {
  /** The call that declared it. */
  readonly origin: Origin
  readonly panel_id: string
  readonly module_id: string
  readonly resource_id?: string
  readonly screens: readonly Screen[]
  /** Chats that open beside any screen. */
  readonly assistants?: readonly ChatWidget[]
  /** Absent if it has no item in the sidebar. */
  readonly navigation?: readonly { readonly group: string | null; readonly item: NavigationItem }[]
}

/** Makes one manifest for each pair of panel and module that a plugin names. */
export function makeManifests(plugin: PluginManifest, parts: readonly ModulePart[]): ModuleManifest[] {
  const modules = groupBy(parts, ({ panel_id, module_id }) => `${panel_id}/${module_id}`)
  return [...modules.values()].map((members) => makeManifest(plugin, members))
}

function makeManifest(plugin: PluginManifest, parts: readonly ModulePart[]): ModuleManifest {
  const [{ panel_id, module_id }] = parts as [ModulePart]
  const assistants = parts.flatMap((part) => part.assistants ?? [])
  const content = {
    panel_id,
    module_id,
    title: plugin.title,
    plugin: { id: plugin.id, name: plugin.package_name, version: plugin.version },
    navigation: navigationOf(parts),
    screens: parts.flatMap(({ screens }) => screens).sort((a, b) => literalsFirst(a.path, b.path)),
    resources: parts.flatMap(({ resource_id }) => resource_id ?? []),
    ...(assistants.length > 0 && { assistants }),
  }
  return { ...content, revision: revisionOf(content) }
}

function navigationOf(parts: readonly ModulePart[]): NavigationGroup[] {
  const entries = parts.flatMap(({ navigation }) => navigation ?? [])
  const groups = [...groupBy(entries, ({ group }) => group)].map(([group, members]) => {
    const items = members.map(({ item }) => item).sort(bySortAndTitle)
    return { group, sort: Math.min(...items.map(({ sort }) => sort)), items }
  })
  return groups.sort((a, b) => a.sort - b.sort || ((a.group ?? '') < (b.group ?? '') ? -1 : 1))
}

const bySortAndTitle = (a: NavigationItem, b: NavigationItem) => a.sort - b.sort || (a.title < b.title ? -1 : 1)

/** Groups in the order in which the keys first appear. (Node 20 has no `Map.groupBy`.) */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Finds modules that are not named after their plugin, at the first call that names each. */
export function otherModules(plugin: string, parts: readonly ModulePart[]): Finding[] {
  const other = groupBy(
    parts.filter(({ module_id }) => module_id !== plugin),
    ({ module_id }) => module_id,
  )
  return [...other].flatMap(([module_id, [part]]) =>
    part === undefined
      ? []
      : {
          code: 'module_foreign',
          message: `The module [${module_id}] does not have the id of its plugin, [${plugin}].`,
          fix: `Write [${plugin}].`,
          origin: part.origin,
        },
  )
}

/**
 * Finds hand-written screens in the wrong order. `create` after `:id` would be matched as the id of a record and open an empty
 * screen (spec, "Configuration problems").
 */
export function createAfterRecord(parts: readonly ModulePart[]): Finding[] {
  const records = new Map<string, string>()
  return parts.flatMap(({ screens, origin }) =>
    screens.flatMap(({ path, kind }): Finding[] => {
      if (kind !== 'custom') return []
      const [parent = '', last = ''] = splitLast(path)
      if (last.startsWith(':')) records.set(parent, path)
      const record = records.get(parent)
      if (last !== 'create' || record === undefined) return []
      return [
        {
          code: 'create_after_record_screen',
          message: `The screen [${path}] is declared after [${record}], which would match [create] as the id of a record.`,
          fix: 'Declare it first, or use `register_resource`.',
          origin,
        },
      ]
    }),
  )
}

const splitLast = (path: string) => [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
