import { DatabaseError } from './database-error.ts'
import type { DatabaseErrorCode } from './database-error.ts'
import type { DatabaseProblem, DatabaseProblemKind } from './database-problem.ts'
import { classifyPostgresError } from './postgres/classify-postgres-error.ts'
import { classifySqliteError } from './sqlite/classify-sqlite-error.ts'

const OURS: Partial<Record<DatabaseErrorCode, DatabaseProblemKind>> = {
  database_unavailable: 'unavailable',
  lock_busy: 'busy',
}

/** What an error thrown by a query, a transaction or `ping` means; undefined for one that does not come from the database. */
export function classifyDatabaseError(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseError) return classifyOurs(error)
  if (error.name === 'KnexTimeoutError') return { kind: 'busy' }
  return classifySqliteError(error) ?? classifyPostgresError(error)
}

function classifyOurs(error: DatabaseError): DatabaseProblem | undefined {
  const kind = OURS[error.code]
  return kind ? { kind } : undefined
}
