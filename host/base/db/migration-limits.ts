import type { Knex } from 'knex'

/** Milliseconds for which a migration may do work without using the database. */
const IDLE_LIMIT = 30_000

interface MigrationLimits {
  readonly transaction: Knex.Transaction
  /** Milliseconds after which it may begin no further statement. */
  readonly limit: number
  /** Milliseconds for which it may send no statement. Default 30 s. */
  readonly idleLimit?: number | undefined
}

/**
 * Runs a step of a migration, and gives it up once it has sent no statement for a while, or sends one after its time is over. A statement
 * may take as long as it needs. A step that never ends would otherwise keep its connection, and on SQLite the only writer, for ever.
 */
export async function withinMigrationLimits<Result>(
  { transaction, limit, idleLimit = IDLE_LIMIT }: MigrationLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const endsAt = performance.now() + limit
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const late = new Promise<never>((_, reject) => {
    const wait = () => {
      clearTimeout(timer)
      if (running === 0 && !isOver) timer = setTimeout(() => reject(idleTooLong(idleLimit)), idleLimit)
    }
    onStatements(transaction, (change) => {
      running += change
      wait()
      if (change > 0 && performance.now() > endsAt) reject(tooLong(limit))
    })
    wait()
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** The statements that Knex sends for a nested transaction. It emits an event when they begin, but not when they end. */
const NESTING = /^(?:savepoint|release|rollback)\b/i

/** Calls back with 1 when a statement of a transaction begins, and with -1 when it ends. */
export function onStatements(transaction: Knex.Transaction, counted: (change: 1 | -1) => void): void {
  const count = (change: 1 | -1, { sql }: { readonly sql: string }) => {
    if (!NESTING.test(sql)) counted(change)
  }
  transaction
    .on('query', (sent: { sql: string }) => count(1, sent))
    .on('query-response', (_answer: unknown, sent: { sql: string }) => count(-1, sent))
    .on('query-error', (_error: unknown, sent: { sql: string }) => count(-1, sent))
}

const tooLong = (milliseconds: number) =>
  new Error(
    `It still sent statements after ${milliseconds / 1000} s. Look for a loop that never ends. If it only needs longer, set [ATRIUM_MIGRATION_SECONDS].`,
  )

const idleTooLong = (milliseconds: number) =>
  new Error(
    `It sent no statement for ${milliseconds / 1000} s. Look for a promise that never settles, and call other systems outside of migrations.`,
  )
