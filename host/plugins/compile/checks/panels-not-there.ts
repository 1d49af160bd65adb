import type { Registries } from '../../../core/registries/registries.ts'
import type { Finding } from '../documents/finding.ts'
import { knownNames } from '../documents/known-names.ts'
import type { Declared } from './declared.ts'

/** A module's panel has to be configured and enabled, or its screens could never be reached (spec: "UI routes return 404"). */
export function panelsNotThere(declared: readonly Declared[], { panels }: Registries): Finding[] {
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
