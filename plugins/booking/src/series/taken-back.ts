import type { Knex } from '@atrium/sdk'

/** Does the work, takes it back, and answers what came of it. Works within a transaction, which goes on. */
export async function takenBack<Value>(db: Knex, work: () => Promise<Value>): Promise<Value> {
  let outcome: { readonly value: Value } | undefined
  const dryRun = new Error('This was a dry run.')
  await db
    .transaction(async () => {
      outcome = { value: await work() }
      throw dryRun
    })
    .catch((error: unknown) => {
      if (error !== dryRun) throw error
    })
  return (outcome as unknown as { readonly value: Value }).value
}
