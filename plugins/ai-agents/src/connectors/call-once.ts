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
 * Does work that cannot be taken back at most once per key. That it runs is noted first; if the host ends before its answer is noted too,
 * nobody knows whether it took effect, and it is not repeated.
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

/** The call with this key; undefined if it begins now. */
async function findOrBegin(key: string, db: Knex): Promise<CallRow | undefined> {
  const find = () => db<CallRow>(CALLS).where({ key }).first<CallRow | undefined>()
  const known = await find()
  if (known !== undefined) return known
  try {
    await db<CallRow>(CALLS).insert({ key, status: 'running', created_at: new Date().toISOString() })
    return undefined
  } catch (error) {
    // Somebody else has begun it in this moment.
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

/** Forgets calls that nobody can repeat any more. */
export async function sweepCalls(db: Knex): Promise<void> {
  const oldest = new Date(Date.now() - DAYS * 86_400_000).toISOString()
  await db(CALLS).where('created_at', '<', oldest).delete()
}
