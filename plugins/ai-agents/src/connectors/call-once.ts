import { ApiError, type Knex } from '@atrium/sdk'

const CALLS = 'ai_agents_connector_calls'

interface CallRow {
  readonly key: string
  readonly status: 'running' | 'done'
  /** JSON. */
  readonly answer: string | null
  readonly created_at: string | Date
}

const DAYS = 7

/**
 * Does irreversible work at most once per key. Its start is recorded first; if the host ends before the answer is recorded too, the effect
 * is unknown, and the work is not repeated.
 * @throws ApiError 409 `idempotency_outcome_unknown`
 */
export async function callOnce<Value>(key: string, work: () => Promise<Value>, db: Knex): Promise<Value> {
  const known = await findOrBegin(key, db)
  if (known?.status === 'done') return JSON.parse(known.answer ?? 'null') as Value
  if (known !== undefined) throw outcomeUnknown()
  const answer = await work()
  await db<CallRow>(CALLS)
    .where({ key })
    .update({ status: 'done', answer: JSON.stringify(answer) })
  return answer
}

/** The call with this key; undefined if it starts now. */
async function findOrBegin(key: string, db: Knex): Promise<CallRow | undefined> {
  const find = () => db<CallRow>(CALLS).where({ key }).first<CallRow | undefined>()
  const known = await find()
  if (known !== undefined) return known
  try {
    await db<CallRow>(CALLS).insert({ key, status: 'running', created_at: new Date().toISOString() })
    return undefined
  } catch (error) {
    // Somebody else has started it at this moment.
    const other = await find()
    if (other === undefined) throw error
    return other
  }
}

const outcomeUnknown = () =>
  new ApiError('idempotency_outcome_unknown', {
    detail:
      'The call was begun before and did not end, so whether it took effect is unknown. Look before you ask for it again.',
  })

/** Deletes calls that can no longer be repeated. */
export async function sweepCalls(db: Knex): Promise<void> {
  const oldest = new Date(Date.now() - DAYS * 86_400_000).toISOString()
  await db(CALLS).where('created_at', '<', oldest).delete()
}
