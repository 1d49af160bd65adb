import { type InvalidValue, invalid_values, nearest_name } from '@atrium/sdk'
import { type Registries, requiredPermissions } from '../core/registries/index.ts'

/**
 * Refuses a permission that differs from one of an active plugin only by a slip. Others are accepted: they may belong to a plugin that does
 * not serve now, or be required by the code of a plugin, which nothing declares.
 * @throws ApiError 422 `validation_failed` that names the permission which was probably meant
 */
export function requireSpelt(permissions: readonly string[], registries: Registries): void {
  const wrong = permissions.flatMap((permission, at): InvalidValue[] => {
    const meant = meantBy(permission, registries)
    const message = `There is no permission [${permission}]. Did you mean [${meant}]?`
    return meant === undefined ? [] : [{ pointer: `/permissions/${at}`, message }]
  })
  if (wrong.length > 0) throw invalid_values(wrong)
}

function meantBy(permission: string, registries: Registries): string | undefined {
  const asked = requiredPermissions(registries)
  if (permission.includes('*') || asked.has(permission) || isOfTool(permission, registries)) return undefined
  const [owner = ''] = permission.split('.')
  if (registries.plugins.get(owner) !== undefined && !registries.operations.has(owner)) return undefined
  return nearest_name(
    permission,
    [...asked].filter((each) => isSlip(permission, each)),
  )
}

const isOfTool = (permission: string, { tools }: Registries) =>
  tools.list().some((tool) => 'permission' in tool && tool.permission === permission)

/** Whether each part of two permissions is the same or nearly so. `approve` is no slip of `view`. */
function isSlip(given: string, meant: string): boolean {
  const parts = given.split('.')
  const others = meant.split('.')
  return (
    parts.length === others.length && parts.every((part, at) => nearest_name(part, [others[at] ?? '']) !== undefined)
  )
}
