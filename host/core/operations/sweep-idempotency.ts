import type { Database } from '../../base/db/index.ts'

/** How long the answer to an Idempotency-Key is kept, in milliseconds. */
export const IDEMPOTENCY_LIFETIME = 24 * 60 * 60_000

/**
 * Forgets answers older than 24 hours; the host calls it every hour. Returns how many. They are those before the first that is
 * younger: found without an index on the time, which would slow down every change.
 */
export async function sweepIdempotency(database: Database, { now = Date.now() } = {}): Promise<number> {
  const keys = () => database.context<{ id: number; created_at: string }>('platform_idempotency_keys')
  const oldest = new Date(now - IDEMPOTENCY_LIFETIME).toISOString()
  const young = await keys().where('created_at', '>=', oldest).orderBy('id').first('id')
  return young === undefined
    ? keys().where('created_at', '<', oldest).delete()
    : keys().where('id', '<', young.id).delete()
}
