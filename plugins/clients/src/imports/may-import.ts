import { ApiError, type Caller, present_caller, type PluginContext } from '@atrium/sdk'
import type { StoredImport } from './import.ts'

/**
 * Refuses callers who may not import or create clients, or whose roles limit that to some clients. The job runs with the plugin's
 * permissions, so their limits would not apply.
 * @throws ApiError 403 `permission_denied`
 */
export function requireMayImport(caller: Caller): void {
  for (const needed of ['clients.imports.create', 'clients.clients.create']) {
    if (!caller.can(needed)) throw denied(`An import requires the permission [${needed}]. Ask an operator for it.`)
    if (caller.scope('clients_clients', needed) !== undefined)
      throw denied(
        'Your roles are limited to some clients, so you cannot import. Ask someone with access to all clients.',
      )
  }
}

/**
 * Refuses to continue an import whose person has since lost the permission.
 * @throws ImportDenied
 */
export async function requireStillMayImport(
  { account }: Pick<StoredImport, 'account'>,
  { act_for }: Pick<PluginContext, 'act_for'>,
): Promise<void> {
  // Imports that started before accounts were stored have none.
  if (account === undefined) return
  try {
    await act_for(account, { agent: 'Import' }, () => {
      const caller = present_caller()
      if (caller) requireMayImport(caller)
    })
  } catch (error) {
    throw error instanceof ApiError && error.code === 'permission_denied' ? new ImportDenied() : error
  }
}

/** The person who started an import may no longer import. */
export class ImportDenied extends Error {
  constructor() {
    super('Whoever started this import may not import clients any more. The clients created so far were kept.')
  }
}

const denied = (detail: string) => new ApiError('permission_denied', { detail })
