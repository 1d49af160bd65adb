export { afterStatement } from './after-statement.ts'
export { appliedMigrations, listTables } from './applied-migrations.ts'
export { classifyDatabaseError } from './classify-database-error.ts'
export { type DatabaseErrorCode, DatabaseError, LockBusy } from './database-error.ts'
export type { DatabaseProblem, DatabaseProblemKind } from './database-error.ts'
export type { Database } from './database.ts'
export type { UseGate } from './guard-statements.ts'
export { addWrite, type CommittedWrites, type TableWrite, type Writes } from './committed-writes.ts'
export { databaseTime } from './database-time.ts'
export type { Signals } from './connections.ts'
export { DatabaseHealth, type DatabaseTrouble } from './database-health.ts'
export { holderOf } from './foreign-tables.ts'
export { otherHolder } from './guard-writes.ts'
export { type IndexedColumns, listIndexedColumns } from './indexed-columns.ts'
export { migrate, type MigrationOutcome, type VerifyTables } from './migrate.ts'
export { MigrationError } from './migration-error.ts'
export { isOutage } from './outage.ts'
export { type Migration, tablePrefix } from './migration-ledger.ts'
export { openDatabase, type OpenDatabaseOptions } from './open-database.ts'
export type { SqliteDriverName } from './sqlite-driver.ts'
export { withoutHost, withPostgres, withSqliteFile } from './beside-host.ts'
export type { SqliteSync } from './sqlite-settings.ts'
export {
  type ColumnKind,
  listTableColumns,
  type TableColumn,
  type TableColumns,
  type TableSource,
} from './table-columns.ts'
export { type PoolCounts, poolsOf } from './pools.ts'
export { lastTurnOfOthers } from './share-connections.ts'
export {
  type MadeStatement,
  MadeStatements,
  type OtherWork,
  READ_STATEMENTS,
  type StatementNotes,
} from './made-statements.ts'
export type { TimedWork, TransactionOptions } from './transaction-scope.ts'
export { rewriteTexts, type RewrittenColumn } from './rewrite-texts.ts'
export { exists, isRestorePending, settleRestore, STAGED, swapIn, syncFolder } from './swap-in.ts'
export { dropSearchIndexes, SEARCH_PREFIX, SEARCH_TEXTS } from './search-tables.ts'
export { countRows, dropTables } from './tables.ts'
export { planUndo, UndoError, undoMigrations, type UndoneMigrations, type UndoOptions } from './undo-migrations.ts'
