import type { Knex } from 'knex'

/** Milliseconds that a migration may do something else than use the database. */
export const IDLE_LIMIT = 30_000

/**
 * Runs work in a transaction, and gives it up once it has sent no statement for this many milliseconds. A statement may take as long as
 * it needs. Work that never ends would keep its connection, and on SQLite the only writer, for ever.
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
    const count = (change: number) => () => {
      running += change
      wait()
    }
    transaction.on('query', count(1)).on('query-response', count(-1)).on('query-error', count(-1))
    wait()
  })
  try {
    return await Promise.race([work(), idle])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

const idleTooLong = (milliseconds: number) =>
  new Error(
    `It sent no statement for ${milliseconds / 1000} s. Look for a promise that never settles, and call other systems outside of migrations.`,
  )
