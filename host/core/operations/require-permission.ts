import { ApiError, type Caller } from '@atrium/sdk'
import type { Operation } from '../registries/index.ts'

/**
 * An operation that is not open is for who is signed in and, where it names a permission, holds it.
 * @throws ApiError 401 `unauthenticated`, 403 `permission_denied` naming the permission
 */
export function requirePermission({ open, permission, name }: Operation, caller: Caller | undefined): void {
  if (open) return
  if (caller === undefined) {
    throw new ApiError('unauthenticated', {
      detail: 'Nobody is signed in. Sign in, or send an API token.',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  if (permission === undefined || caller.can(permission)) return
  const detail = `[${name}] takes the permission [${permission}]. Ask an operator for it.`
  throw new ApiError('permission_denied', { detail })
}
