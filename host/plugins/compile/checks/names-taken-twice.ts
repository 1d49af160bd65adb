import type { Finding } from './finding.ts'
import type { Declared, DeclaredKind } from './declared.ts'
import { oneForEachCall, takenName } from './taken-name.ts'

/** Several resources and dashboards may share a module; tools and namespaces are looked at where they are linked. */
const UNIQUE: readonly DeclaredKind[] = ['resource', 'dashboard', 'screen']

/** Finds the names that a plugin itself takes twice, at the second call. */
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
