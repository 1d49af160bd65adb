import { permissionsOf, type Publication, type Registries } from '../../core/registries/index.ts'
import { misspelt } from '../compile/checks/permissions.ts'
import type { Finding } from '../compile/checks/finding.ts'
import type { SourceName } from '../load/source-names.ts'

/**
 * Checks the permissions for which the plugin's code asks with `caller.can('…')`: one that nothing declares can be granted only by `*`.
 * Permissions of other plugins are reported only if they resemble one that is there, because the others may be inactive.
 */
export function checkAskedPermissions(
  asked: readonly SourceName[],
  { owner, own, registries }: { owner: string; own: Publication; registries: Registries },
): Finding[] {
  if (asked.length === 0) return []
  const declared = declaredBy(own)
  const others = registries.operations.list()
  return asked.flatMap(({ name, place: { file = '', line = 1, column = 1 } }) => {
    if (declared.has(name) || others.some((each) => permissionsOf(each).includes(name))) return []
    const meant = misspelt(name, [...own.operations, ...others])
    if (meant === undefined && !isOwn(name, owner)) return []
    const fix =
      meant === undefined
        ? `Name it in \`asks\` of the route whose handler asks for it, so that roles offer it: \`{ asks: ['${name}'] }\`.`
        : `Did you mean [${meant}]?`
    const message = `The code asks for the permission [${name}], which nothing declares, so no role offers it.`
    return [{ code: 'permission_unknown', message, fix, file: { file, line, column } }]
  })
}

/** A name without the id of any plugin cannot be granted at all. */
const isOwn = (name: string, owner: string) => name.startsWith(`${owner}.`) || !name.includes('.')

const declaredBy = ({ operations, tools, namespaces }: Publication): ReadonlySet<string> =>
  new Set([
    ...operations.flatMap(permissionsOf),
    ...tools.map(({ permission }) => permission),
    ...namespaces.flatMap(({ rules }) => Object.values(rules).map(({ permission }) => permission)),
  ])
