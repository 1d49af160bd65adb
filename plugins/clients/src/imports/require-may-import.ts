import { ApiError, type Caller } from '@atrium/sdk'

/**
 * Whoever may not make clients one by one does not make thousands: the job works on the plugin's own account, which may do anything
 * and which no role narrows.
 * @throws ApiError 403 `permission_denied`
 */
export function requireMayImport(caller: Caller): void {
  const needed = 'clients.clients.create'
  if (!caller.can(needed)) throw denied(`An import takes the permission [${needed}] as well. Ask an operator for it.`)
  if (caller.scope('clients_clients') === undefined) return
  throw denied('You may touch some clients only, and an import makes any. Have it done by somebody who may touch all.')
}

const denied = (detail: string) => new ApiError('permission_denied', { detail })
