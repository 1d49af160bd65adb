import type { NamespaceDeclaration } from '@atrium/sdk'
import type { Lease } from '../../registries/lease.ts'
import type { Namespace } from '../../registries/namespace.ts'
import type { Finding, Report } from '../documents/finding.ts'

/** Makes namespaces of a plugin's declarations, none twice. */
export function linkNamespaces(
  owner: string,
  declarations: readonly NamespaceDeclaration[],
  { report, lease }: { report: Report; lease: Lease },
): Namespace[] {
  const byName = new Map<string, Namespace>()
  for (const { name, rules, handler, origin } of declarations) {
    if (byName.has(name)) report(twice(name, origin))
    byName.set(name, { name, owner, rules, handler: handler as Namespace['handler'], lease })
  }
  return [...byName.values()]
}

const twice = (name: string, origin: NamespaceDeclaration['origin']): Finding => ({
  code: 'namespace_taken',
  message: `The namespace [${name}] is declared twice.`,
  fix: 'Put all its messages into one declaration.',
  origin,
})
