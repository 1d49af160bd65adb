import type { ModuleManifest, NavigationGroup, NavigationItem, Panel, PanelDocument } from '@atrium/sdk/documents'
import { literalsFirst, revisionOf } from '../../../core/registries/index.ts'

/** Merges the modules of a panel: what the shell needs to draw the sidebar and to find any screen. */
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

/** Groups of the same name become one. A group sorts by the lowest of its items, and among equals the one without a name is first. */
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

/** The same on every machine, whatever its locale. */
const order = (a: string, b: string) => Number(a > b) - Number(a < b)
