import { ApiError, type Caller, invalid_values, nearest_name } from '@atrium/sdk'
import { record_fields } from '@atrium/sdk/host'
import { conditionFields } from '../core/auth/index.ts'
import { listTables } from '../base/db/index.ts'
import {
  findImpossibleTable,
  findLimitProblems,
  limitedTables,
  type LimitProblem,
  noRecords,
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
  const tables = [...schemas.keys()]
  const problem =
    findImpossibleTable(limits, tables) ??
    findLimitProblems(limits, schemas)[0] ??
    (await findMisspeltTable(limits, tables, database))
  if (problem === undefined) return
  const { pointer, message, fix } = problem
  throw invalid_values([{ pointer, message: fix === undefined ? message : `${message} ${fix}` }])
}

/** A limit on a table that does not exist, beside one of the same plugin whose name is almost the same. */
async function findMisspeltTable(
  limits: RoleLimits,
  known: readonly string[],
  database: PlatformParts['database'],
): Promise<LimitProblem | undefined> {
  const others = limitedTables(limits).filter(({ value }) => !known.includes(value))
  const stored = others.length === 0 ? [] : await listTables(database)
  for (const other of others.filter(({ value }) => !stored.includes(value))) {
    const [plugin, name] = partsOf(other.value)
    const besides = known.map(partsOf).filter((each) => each[0] === plugin)
    const nearest = nearest_name(
      name,
      besides.map((each) => each[1]),
    )
    if (nearest !== undefined)
      return { ...other, ...noRecords(other.value), fix: `Did you mean [${plugin}_${nearest}]?` }
  }
  return undefined
}

/** The plugin of a table and the rest of its name, which alone is compared: a long id would make all names alike. */
const partsOf = (table: string): [plugin: string, name: string] => {
  const at = table.indexOf('_')
  return [table.slice(0, at), table.slice(at + 1)]
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
