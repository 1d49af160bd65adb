import { classifyDatabaseError } from './classify-database-error.ts'
import type { DatabaseProblemKind } from './database-error.ts'
import { MigrationError } from './migration-error.ts'

const AWAY: ReadonlySet<DatabaseProblemKind | undefined> = new Set(['full', 'read_only', 'unavailable'])

/**
 * Whether `migrate` failed because the database was unavailable, full, read-only or busy, so that a retry may succeed. A lock that blocked
 * a running migration may be its own, so it counts as a failure of the migration.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof MigrationError) {
    return error.code === 'migration_not_begun' || AWAY.has(classifyDatabaseError(error.cause)?.kind)
  }
  const kind = classifyDatabaseError(error)?.kind
  return kind === 'busy' || AWAY.has(kind)
}
