import { invalid_values } from '@atrium/sdk'
import type { Role } from './grants.ts'

const NAME = /^[a-z][a-z0-9-]{0,63}$/
const PERMISSION = /^(\*|[a-z][\w-]*)(\.(\*|[\w-]+))*$/i

/**
 * Refuses a role that nobody could mean. Permissions of plugins that are not there are kept: they count again when the plugin is back.
 * @throws ApiError `validation_failed` at the wrong value
 */
export function requireWellFormed({ name, permissions, conditions }: Role): void {
  if (!NAME.test(name)) {
    const message = `[${name}] is no name for a role. Start with a lower-case letter and use a-z, 0-9 and hyphens, for example front-desk.`
    throw invalid_values([{ pointer: '/name', message }])
  }
  requirePermissions(permissions)
  const vague = conditions.findIndex(({ resource, where }) => resource === '' || !isFilter(where))
  if (vague < 0) return
  const message = `[${conditions[vague]?.where}] is no condition. Write a filter of a list, for example owner_id=me or status=open.`
  throw invalid_values([{ pointer: `/conditions/${vague}`, message }])
}

/** Refuses texts that are no permissions. @throws ApiError `validation_failed` at the wrong one */
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

/** The roles that every host has. The id is the name. A leading `*` stands for any plugin, not for the platform itself. */
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
