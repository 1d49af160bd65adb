import { ApiError, type Caller, invalid_values } from '@atrium/sdk'
import { record_fields } from '@atrium/sdk/host'
import { conditionFields } from '../core/auth/index.ts'
import { listTables } from '../base/db/index.ts'
import {
  findLimitProblems,
  findUnknownTable,
  type OperationRegistry,
  type RoleLimits,
  tablesOf,
} from '../core/registries/index.ts'
import type { PlatformParts } from './platform-parts.ts'

/**
 * Refuses limits that cannot be applied to the records of active plugins, and limits on records that cannot exist or whose table is
 * misspelt: the role would reach everything. Limits on the tables of inactive plugins are kept unchanged; they match no record until they can
 * be applied.
 * @throws ApiError 422 `validation_failed` at the table, condition or field
 */
export async function requireApplicable(
  limits: RoleLimits,
  { database, registries: { operations } }: Pick<PlatformParts, 'database' | 'registries'>,
): Promise<void> {
  const schemas = tablesOf(operations.list())
  const tables = { served: [...schemas.keys()], stored: await listTables(database) }
  const problem = findUnknownTable(limits, tables) ?? findLimitProblems(limits, schemas)[0]
  if (problem === undefined) return
  const { pointer, message, fix } = problem
  throw invalid_values([{ pointer, message: fix === undefined ? message : `${message} ${fix}` }])
}

/**
 * Refuses a condition on a field that requires a permission which the caller lacks, because the records that the role reaches would reveal
 * its values.
 * @throws ApiError 403 `permission_denied` that names field and permission
 */
export function requireSeen({ conditions = [] }: RoleLimits, operations: OperationRegistry, caller: Caller): void {
  if (conditions.length === 0) return
  const schemas = tablesOf(operations.list())
  for (const { resource, where } of conditions) {
    const schema = schemas.get(resource)
    const known = schema && record_fields(schema)
    for (const name of conditionFields(where)) {
      const permission = known?.get(name)?.permission
      if (permission === undefined || caller.can(permission)) continue
      throw new ApiError('permission_denied', {
        detail: `A condition on the field [${name}] requires the permission [${permission}], because the records that the role reaches would tell its values. Choose another field, or ask an operator for the permission.`,
      })
    }
  }
}
