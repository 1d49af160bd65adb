import type { NamespaceDeclaration, Origin, ToolDeclaration } from '@atrium/sdk/host'
import type { DiagnosticCode } from '@atrium/sdk/documents'
import type { Finding } from './checks/finding.ts'
import type { ModulePart } from './documents/make-manifests.ts'

/** The kinds of names that are unique among all plugins. */
export type DeclaredKind = 'module' | 'resource' | 'dashboard' | 'screen' | 'tool' | 'namespace'

/** One name that a plugin claims, and the call that claims it. */
export interface Declared {
  readonly kind: DeclaredKind
  /** `<panel>/<module>` for a module, the path for a screen. */
  readonly id: string
  readonly origin: Origin
}

/** All names that a plugin claims, in the order of its declarations. */
export function declaredNames(
  owner: string,
  parts: readonly ModulePart[],
  { tools, namespaces }: { tools: readonly ToolDeclaration[]; namespaces: readonly NamespaceDeclaration[] },
): Declared[] {
  const prefix = owner.replaceAll('-', '_')
  return [
    ...parts.flatMap(namesOfPart),
    ...tools.map(({ name, origin }) => ({ kind: 'tool' as const, id: `${prefix}_${name}`, origin })),
    ...namespaces.map(({ name, origin }) => ({ kind: 'namespace' as const, id: name, origin })),
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

/** Several resources and dashboards may share a module. Repeated tools and namespaces are found where they are linked. */
const UNIQUE: readonly DeclaredKind[] = ['resource', 'dashboard', 'screen']

/** Finds the names that a plugin declares twice. The finding points to the second call. */
export function namesTakenTwice(declared: readonly Declared[]): Finding[] {
  const seen = new Set<string>()
  const repeated = declared.filter(({ kind, id }) => {
    const key = `${kind} ${id}`
    const isKnown = seen.has(key)
    seen.add(key)
    return isKnown && UNIQUE.includes(kind)
  })
  return oneForEachCall(repeated).map((name) => takenName(name, 'is declared twice'))
}

const CODES: Record<DeclaredKind, { code: DiagnosticCode; noun: string; fix: string }> = {
  module: { code: 'module_taken', noun: 'module', fix: 'Choose another module id.' },
  resource: {
    code: 'resource_id_taken',
    noun: 'resource id',
    fix: 'Choose another `.id(…)`: resource ids are unique on a host.',
  },
  dashboard: {
    code: 'dashboard_id_taken',
    noun: 'dashboard id',
    fix: 'Choose another id: dashboard ids are unique on a host.',
  },
  screen: { code: 'module_path_taken', noun: 'screen path', fix: 'Choose another `.module_path(…)` or `.path(…)`.' },
  tool: { code: 'tool_taken', noun: 'tool name', fix: 'Choose another name.' },
  namespace: { code: 'namespace_taken', noun: 'namespace', fix: 'Choose another name.' },
}

/** Makes the finding for a name that is already taken. @param holder `belongs to …` or `is declared twice` */
export function takenName({ kind, id, origin }: Declared, holder: string): Finding {
  const { code, noun, fix } = CODES[kind]
  return { code, message: `The ${noun} [${id}] ${holder}.`, fix, origin, ...(kind === 'dashboard' && { document: id }) }
}

/**
 * Keeps one name for each mistake. A call that repeats the id of a resource also repeats the ids of its dashboards, and a repeated path
 * repeats every screen below it.
 */
export function oneForEachCall(taken: readonly Declared[]): Declared[] {
  const seen = new Map<Declared['origin'], Set<DeclaredKind>>()
  return taken.filter(({ kind, origin }) => {
    const kinds = seen.get(origin) ?? new Set()
    seen.set(origin, kinds)
    const known = kinds.has(kind) || (kind === 'dashboard' && kinds.has('resource'))
    kinds.add(kind)
    return !known
  })
}
