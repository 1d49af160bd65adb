import type { NamespaceDeclaration, Withhold } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import type { Namespace } from '../../core/registries/index.ts'
import { SHELL_NAMESPACE } from '../../core/registries/index.ts'
import type { Finding, Report } from './checks/finding.ts'

/** Makes the namespaces of a plugin's declarations. Reports repeated names and names reserved by the host. */
export function linkNamespaces(
  owner: string,
  declarations: readonly NamespaceDeclaration[],
  { report, lease, withhold }: { report: Report; lease: Lease; withhold: Withhold },
): Namespace[] {
  const byName = new Map<string, Namespace>()
  for (const { name, rules, handler, origin } of declarations) {
    if (name === SHELL_NAMESPACE) report(reserved(name, origin))
    if (byName.has(name)) report(twice(name, origin))
    byName.set(name, { name, owner, origin, rules, handler: handler as Namespace['handler'], lease, withhold })
  }
  return [...byName.values()]
}

const twice = (name: string, origin: NamespaceDeclaration['origin']): Finding => ({
  code: 'namespace_taken',
  message: `The namespace [${name}] is declared twice.`,
  fix: 'Declare all its messages in one call.',
  origin,
})

const reserved = (name: string, origin: NamespaceDeclaration['origin']): Finding => ({
  code: 'id_reserved',
  message: `The namespace [${name}] is reserved by the host.`,
  fix: 'Choose another name.',
  origin,
})
