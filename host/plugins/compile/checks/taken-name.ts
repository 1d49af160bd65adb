import type { DiagnosticCode } from '@atrium/sdk/documents'
import type { Finding } from './finding.ts'
import type { Declared, DeclaredKind } from './declared.ts'

const CODES: Record<DeclaredKind, { code: DiagnosticCode; noun: string; fix: string }> = {
  module: { code: 'module_taken', noun: 'module', fix: 'Choose another module id.' },
  resource: {
    code: 'resource_id_taken',
    noun: 'resource id',
    fix: 'Choose another `.id(…)`: ids of resources are unique on a host.',
  },
  dashboard: {
    code: 'dashboard_id_taken',
    noun: 'dashboard id',
    fix: 'Choose another id: ids of dashboards are unique on a host.',
  },
  screen: { code: 'module_path_taken', noun: 'screen path', fix: 'Choose another `.module_path(…)` or `.path(…)`.' },
  tool: { code: 'tool_taken', noun: 'tool name', fix: 'Choose another name.' },
  namespace: { code: 'namespace_taken', noun: 'namespace', fix: 'Choose another name.' },
}

/** Says that a name is somebody's already. @param holder `belongs to …` or `is declared twice` */
export function takenName({ kind, id, origin }: Declared, holder: string): Finding {
  const { code, noun, fix } = CODES[kind]
  return { code, message: `The ${noun} [${id}] ${holder}.`, fix, origin, ...(kind === 'dashboard' && { document: id }) }
}

/**
 * One finding for each mistake: a call that takes a resource's id again takes the ids of its dashboards again, and a path that is
 * taken is so for every screen below it.
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
