import type { Origin } from '@atrium/sdk/host'
import type { ModulePart } from '../documents/make-manifests.ts'
import type { StagedPlugin } from '../../generation/stage-plugin.ts'

/** What a plugin gives a name to that nobody else may have. */
export type DeclaredKind = 'module' | 'resource' | 'dashboard' | 'screen' | 'tool' | 'namespace'

/** One name that a plugin takes, and the call that takes it. */
export interface Declared {
  readonly kind: DeclaredKind
  /** `<panel>/<module>` for a module, the path for a screen. */
  readonly id: string
  readonly origin: Origin
}

/** All names that a plugin takes, in the order of its declarations. */
export function declaredNames(
  owner: string,
  { parts, staged }: { parts: readonly ModulePart[]; staged: Pick<StagedPlugin, 'tools' | 'namespaces'> },
): Declared[] {
  const prefix = owner.replaceAll('-', '_')
  return [
    ...parts.flatMap(namesOfPart),
    ...staged.tools.map(({ name, origin }) => ({ kind: 'tool' as const, id: `${prefix}_${name}`, origin })),
    ...staged.namespaces.map(({ name, origin }) => ({ kind: 'namespace' as const, id: name, origin })),
  ]
}

function namesOfPart({ panel_id, module_id, resource_id, screens, origin }: ModulePart): Declared[] {
  const dashboards = new Set(screens.map(({ dashboard_id }) => dashboard_id))
  return [
    { kind: 'module', id: `${panel_id}/${module_id}`, origin },
    ...(resource_id === undefined ? [] : [{ kind: 'resource' as const, id: resource_id, origin }]),
    ...[...dashboards].map((id) => ({ kind: 'dashboard' as const, id, origin })),
    ...screens.map(({ path }) => ({ kind: 'screen' as const, id: path, origin })),
  ]
}
