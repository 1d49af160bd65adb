import type { Database } from '../db/index.ts'

/** How long the answer to an Idempotency-Key is kept, in milliseconds. */
export const IDEMPOTENCY_LIFETIME = 24 * 60 * 60_000

/** Forgets answers older than 24 hours; the host calls it every hour. Returns how many. */
export async function sweepIdempotency(database: Database, { now = Date.now() } = {}): Promise<number> {
  const oldest = new Date(now - IDEMPOTENCY_LIFETIME).toISOString()
  return database.context('platform_idempotency_keys').where('created_at', '<', oldest).delete()
}
