import { invalid_values } from '@atrium/sdk'
import type { Attributes, Role } from './grants.ts'

const NAME = /^[a-z][a-z0-9-]{0,63}$/
const PERMISSION = /^(\*|[a-z][\w-]*)(\.(\*|[\w-]+))*$/i

/**
 * Refuses a role that makes no sense. Permissions of missing plugins are kept; they apply again when the plugin returns.
 * @throws ApiError `validation_failed` at the wrong value
 */
export function requireWellFormed({ name, permissions, conditions }: Role): void {
  if (!NAME.test(name)) {
    const message = `[${name}] is no name for a role. Start with a lower-case letter and use a-z, 0-9 and hyphens, for example front-desk.`
    throw invalid_values([{ pointer: '/name', message }])
  }
  requirePermissions(permissions)
  requireFewConditions(conditions)
  const vague = conditions.findIndex(({ resource, where }) => resource === '' || !isFilter(where))
  if (vague < 0) return
  const message = `[${conditions[vague]?.where}] is no condition. Write a filter of a list, for example owner_id=me or status=open.`
  throw invalid_values([{ pointer: `/conditions/${vague}`, message }])
}

/** More would make each list of these records slow, and a database cannot take thousands in one statement. */
const MOST_CONDITIONS = 50

function requireFewConditions(conditions: Role['conditions']): void {
  const counts = new Map<string, number>()
  for (const [at, { resource }] of conditions.entries()) {
    const count = (counts.get(resource) ?? 0) + 1
    counts.set(resource, count)
    if (count <= MOST_CONDITIONS) continue
    const message = `A role has at most ${MOST_CONDITIONS} conditions on the records of [${resource}]. Write several values of a field as one condition, such as id=1&id=2.`
    throw invalid_values([{ pointer: `/conditions/${at}`, message }])
  }
}

/** As many as a list filter takes. With more, none of the records would be shown. */
const MOST_VALUES = 500

/** Refuses more values of a field than `mine` in a condition can take. @throws ApiError `validation_failed` */
export function requireFewValues(attributes: Attributes): void {
  const many = Object.entries(attributes).find(([, values]) => values.length > MOST_VALUES)
  if (many === undefined) return
  const message = `At most ${MOST_VALUES} values of [${many[0]}] can be assigned. Group the records by another field, and assign that.`
  throw invalid_values([{ pointer: '/attributes', message }])
}

/** Refuses texts that are not permissions. @throws ApiError `validation_failed` at the wrong one */
export function requirePermissions(permissions: readonly string[]): void {
  const wrong = permissions.findIndex((permission) => !PERMISSION.test(permission))
  if (wrong < 0) return
  const message = `[${permissions[wrong]}] is no permission. Write plugin.resource.action, with * for any part, for example clients.*.view.`
  throw invalid_values([{ pointer: `/permissions/${wrong}`, message }])
}

function isFilter(where: string): boolean {
  const names = [...new URLSearchParams(where).keys()]
  return names.length > 0 && names.every((name) => /^[a-z]\w*$/i.test(name) && name !== 'q')
}

/** The roles that every host has. The id is the name. A leading `*` matches any plugin, but not the platform itself. */
export const BUILT_IN: readonly (Pick<Role, 'name' | 'permissions'> & Record<'label' | 'description', string>)[] = [
  { name: 'operator', label: 'Operator', description: 'May do everything.', permissions: ['*'] },
  {
    name: 'editor',
    label: 'Editor',
    description: 'Sees and changes everything in all plugins, but not the platform itself.',
    permissions: ['platform.shell.view', '*.*.*'],
  },
  {
    name: 'viewer',
    label: 'Viewer',
    description: 'Sees everything in all plugins and changes nothing.',
    permissions: ['platform.shell.view', '*.*.view'],
  },
]
