import type { Registries } from '../../core/registries/index.ts'
import { SHELL_NAMESPACE } from '../../core/registries/index.ts'
import type { Declared, DeclaredKind } from '../compile/declared-names.ts'
import { oneForEachCall, takenName } from '../compile/declared-names.ts'
import type { Finding } from '../compile/checks/finding.ts'
import { knownNames } from '../compile/checks/finding.ts'
import { pluginIdProblem } from '../manifest/plugin-id.ts'

/** Checks a plugin's names against the configured panels and the publications of other plugins. */
export const checkAgainstHost = (owner: string, declared: readonly Declared[], registries: Registries): Finding[] => [
  ...panelsNotThere(declared, registries),
  ...namesTakenByOthers(owner, declared, registries),
]

/**
 * Finds the names that belong to other plugins. A taken name stays with its owner (ARCHITECTURE: Diagnostics).
 * Synchronous, so that it can run in the step that publishes.
 */
export function namesTakenByOthers(owner: string, declared: readonly Declared[], registries: Registries): Finding[] {
  const owners = ownersOf(registries, owner)
  const taken = declared.filter(({ kind, id }) => owners[kind].has(id))
  return oneForEachCall(taken).map((name) => takenName(name, `belongs to ${holder(owners[name.kind].get(name.id))}`))
}

const holder = (owner: string | undefined) =>
  pluginIdProblem(owner) === 'id_reserved' ? 'the platform' : `the plugin [${owner}]`

/** The owner of each name, without the plugin's own names. */
function ownersOf(
  { dashboards, tools, namespaces }: Registries,
  self: string,
): Record<DeclaredKind, ReadonlyMap<string, string>> {
  const manifests = dashboards.manifests().filter(({ plugin }) => plugin.id !== self)
  const screens = manifests.flatMap((manifest) => manifest.screens.map((screen) => ({ ...screen, manifest })))
  const foreign = <Owned extends { owner: string; name: string }>(owned: readonly Owned[]) =>
    new Map(owned.filter(({ owner }) => owner !== self).map(({ name, owner }) => [name, owner]))
  return {
    module: new Map(manifests.map(({ panel_id, module_id, plugin }) => [`${panel_id}/${module_id}`, plugin.id])),
    resource: new Map(manifests.flatMap(({ resources, plugin }) => resources.map((id) => [id, plugin.id]))),
    dashboard: new Map(screens.map(({ dashboard_id, manifest }) => [dashboard_id, manifest.plugin.id])),
    screen: new Map(screens.map(({ path, manifest }) => [path, manifest.plugin.id])),
    tool: foreign(tools.list()),
    // Names reserved by the host were reported when the declarations were linked.
    namespace: foreign(namespaces.list().filter(({ name }) => name !== SHELL_NAMESPACE)),
  }
}

/** The panel of a module must be configured and enabled. Otherwise its screens cannot be reached (spec: "UI routes return 404"). */
function panelsNotThere(declared: readonly Declared[], { panels }: Registries): Finding[] {
  const configured = panels.configured()
  const enabled = configured.filter((panel) => panel.enabled).map(({ id }) => id)
  const modules = new Map(declared.flatMap((name) => (name.kind === 'module' ? [[name.id, name] as const] : [])))
  return [...modules.values()].flatMap(({ id, origin }) => {
    const [panel = '', module] = id.split('/')
    if (enabled.includes(panel)) return []
    const isDisabled = configured.some((each) => each.id === panel)
    const instead = knownNames(panel, enabled)
    return isDisabled
      ? {
          code: 'panel_not_materialized',
          message: `The module [${module}] names the panel [${panel}], which panels.config.json disables.`,
          fix: `Enable it there. ${instead}`,
          origin,
        }
      : {
          code: 'panel_unknown',
          message: `The module [${module}] names the panel [${panel}], which panels.config.json does not have.`,
          fix: `${instead} Or add it to panels.config.json.`,
          origin,
        }
  })
}
