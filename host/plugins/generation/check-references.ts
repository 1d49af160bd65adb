import type { Origin } from '@atrium/sdk/host'
import { nearest_name } from '@atrium/sdk'
import type { Registries } from '../../core/registries/index.ts'
import type { Declared } from '../compile/declared-names.ts'
import { type Finding, knownNames, type Reference } from '../compile/checks/finding.ts'
import { misspelt, unknownPermission } from '../compile/checks/permissions.ts'
import { recordAnswered } from '../compile/checks/references.ts'
import { RouteIndex } from '../compile/checks/route-index.ts'

/**
 * Checks names in a plugin's declarations that other plugins own: lists, title fields, screens, permissions. Only active plugins can be checked.
 * Findings are warnings, because another plugin may change independently.
 */
export function checkReferences(
  references: readonly Reference[],
  { declared, registries }: { declared: readonly Declared[]; registries: Registries },
): Finding[] {
  const screens = references.some(({ kind }) => kind === 'screen') ? screensOf(declared, registries) : []
  return references.flatMap((reference) => {
    if (reference.kind === 'screen') return checkScreen(reference, screens)
    return reference.kind === 'list' ? checkList(reference, registries) : checkPermission(reference, registries)
  })
}

/** The paths of the plugin's own screens, and of those of the active plugins. */
const screensOf = (declared: readonly Declared[], { dashboards }: Registries): string[] => [
  ...declared.filter(({ kind }) => kind === 'screen').map(({ id }) => id),
  ...dashboards.manifests().flatMap(({ screens }) => screens.map(({ path }) => path)),
]

/** A screen of a plugin that is not active is unknown here, so only a path that is near a known one is reported. */
function checkScreen({ who, path, origin }: ScreenReference, screens: readonly string[]): Finding[] {
  const asked = path.replace(/[?#].*$/, '').replace(/\/$/, '')
  if (screens.some((screen) => isScreen(asked, screen))) return []
  const module = asked.split('/').slice(0, 3).join('/')
  const near = nearest_name(asked, screens)
  if (near === undefined && !screens.some((screen) => screen.startsWith(module))) return []
  return [unknown(`${who} leads to [${path}], where there is no screen.`, { fix: knownNames(asked, screens), origin })]
}

/** Whether the segments are the same. `:id` stands for any. */
function isScreen(path: string, screen: string): boolean {
  const [asked, known] = [path.split('/'), screen.split('/')]
  return asked.length === known.length && known.every((segment, at) => segment === ':id' || segment === asked[at])
}

type ScreenReference = Extract<Reference, { kind: 'screen' }>

type ListReference = Extract<Reference, { kind: 'list' }>
type PermissionReference = Extract<Reference, { kind: 'permission' }>

function checkList({ who, path, title_attribute, origin }: ListReference, registries: Registries): Finding[] {
  const [, , , owner = ''] = path.replace(/\?.*$/, '').split('/')
  if (!registries.operations.has(owner)) return unknownOwner({ who, named: path, owner, origin }, registries)
  const routes = new RouteIndex(owner, registries.operations.list(owner))
  const list = routes.find('GET', path)
  if (list === undefined) {
    const fix = `${routes.hint('GET', path)}Correct the path, or declare the route in [${owner}].`
    return [unknown(`${who} requests [GET ${path}], which the plugin [${owner}] does not declare.`, { fix, origin })]
  }
  const fields = recordAnswered(list)?.properties
  if (fields === undefined || title_attribute === undefined || title_attribute in fields) return []
  const message = `${who} shows [${title_attribute}] of [${path}], which is not a field of its records.`
  return [unknown(message, { fix: knownNames(title_attribute, Object.keys(fields)), origin })]
}

function checkPermission(use: PermissionReference, registries: Registries): Finding[] {
  const { who, permission, origin } = use
  const [owner = ''] = permission.split('.')
  if (!registries.operations.has(owner)) {
    const missing = unknownOwner({ who, named: permission, owner, origin }, registries)
    return missing.map(({ fix }) => unknownPermission(use, fix))
  }
  const operations = registries.operations.list(owner)
  if (operations.some((operation) => operation.permission === permission)) return []
  const meant = misspelt(permission, operations)
  if (use.isField && meant === undefined) return []
  return [
    unknownPermission(
      use,
      meant === undefined ? `Use a permission of [${owner}] or of this plugin.` : `Did you mean [${meant}]?`,
    ),
  ]
}

interface OwnedName {
  readonly who: string
  readonly named: string
  readonly owner: string
  readonly origin: Origin
}

/** A plugin that is installed but not active may still have the name. Without any other plugin, as in `plugins check`, nothing is known. */
function unknownOwner({ who, named, owner, origin }: OwnedName, { plugins }: Registries): Finding[] {
  const ids = plugins.list().map(({ id }) => id)
  if (ids.length < 2 || ids.includes(owner)) return []
  const message = `${who} names [${named}], but there is no plugin [${owner}].`
  return [unknown(message, { fix: `${knownNames(owner, ids)} Or install the plugin.`, origin })]
}

const unknown = (message: string, { fix, origin }: { fix: string; origin: Origin }): Finding => ({
  code: 'relation_unknown',
  message,
  fix,
  origin,
})
