import type { ModuleManifest, NavigationGroup, NavigationItem, Panel, PanelDocument } from '@atrium/sdk/documents'
import { literalsFirst, revisionOf } from '../../../core/registries/index.ts'

/** Merges the modules of a panel into the document from which the shell draws the sidebar and finds every screen. */
export function makePanelDocument(panel: Panel, manifests: readonly ModuleManifest[]): PanelDocument {
  const content = {
    ...panel,
    navigation: mergeNavigation(manifests.flatMap(({ navigation }) => navigation)),
    screens: manifests.flatMap(screensOf).sort((a, b) => literalsFirst(a.path, b.path)),
    modules: manifests.map(moduleOf).sort((a, b) => order(a.title, b.title)),
  }
  return { ...content, revision: revisionOf(content) }
}

const screensOf = ({ module_id, screens }: ModuleManifest) => screens.map((screen) => ({ ...screen, module_id }))

const moduleOf = ({ module_id, title, plugin, revision }: ModuleManifest) => ({
  module_id,
  title,
  plugin_id: plugin.id,
  revision,
})

/**
 * Merges groups of the same name. A group is sorted by the lowest `sort` of its items, then by name; the group without a name precedes
 * groups with an equal `sort`.
 */
function mergeNavigation(groups: readonly NavigationGroup[]): NavigationGroup[] {
  const merged = new Map<string | null, NavigationItem[]>()
  for (const { group, items } of groups) merged.set(group, [...(merged.get(group) ?? []), ...items])
  return [...merged]
    .map(([group, items]) => ({
      group,
      sort: Math.min(...items.map(({ sort }) => sort)),
      items: items.sort((a, b) => a.sort - b.sort || order(a.title, b.title)),
    }))
    .sort((a, b) => a.sort - b.sort || order(a.group ?? '', b.group ?? ''))
}

/** Compares by code unit, so that the order does not depend on the locale of the machine. */
const order = (a: string, b: string) => Number(a > b) - Number(a < b)
