import type { Knex } from 'knex'

/** Milliseconds for which a migration may do work without using the database. */
export const IDLE_LIMIT = 30_000

/**
 * Runs work in a transaction, and aborts it once it has sent no statement for this many milliseconds. A statement may take as long as it
 * needs. Work that never ends would otherwise keep its connection, and on SQLite the only writer, for ever.
 */
export async function withinIdleTime<Result>(
  milliseconds: number,
  transaction: Knex.Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const idle = new Promise<never>((_, reject) => {
    const wait = () => {
      clearTimeout(timer)
      if (running === 0 && !isOver) timer = setTimeout(() => reject(idleTooLong(milliseconds)), milliseconds)
    }
    onStatements(transaction, (change) => {
      running += change
      wait()
    })
    wait()
  })
  try {
    return await Promise.race([work(), idle])
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

const idleTooLong = (milliseconds: number) =>
  new Error(
    `It sent no statement for ${milliseconds / 1000} s. Look for a promise that never settles, and call other systems outside of migrations.`,
  )
