import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller, Call } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { Replay } from '@atrium/sdk/host'
import type { Database, TransactionOptions } from '../../base/db/index.ts'
import { LockBusy } from '../../base/db/index.ts'
import { filledPath } from './filled-path.ts'
import { toOutcome, visibleOutcome } from './outcome.ts'
import type { Trace } from './perform.ts'
import type { OperationRequest, Outcome } from './request.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Reads the `Idempotency-Key` of a POST, bare or in double quotes. Returns undefined without a key or for any other
 * method.
 * @throws ApiError 400 `idempotency_key_malformed`; 400 `idempotency_unsupported` for an anonymous caller or an
 * operation without a transaction
 */
export function readIdempotencyKey(
  { operation, headers, caller }: OperationRequest,
  { transaction }: { transaction: boolean },
): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined || operation.method !== 'POST') return undefined
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!KEY.test(key)) {
    throw new ApiError('idempotency_key_malformed', {
      detail: 'The [Idempotency-Key] is malformed. Send 1 to 255 visible ASCII characters, bare or in double quotes.',
    })
  }
  const isKept = (transaction && !operation.raw) || operation.declaration.options.once === true
  if (isKept && caller !== undefined) return key
  throw new ApiError('idempotency_unsupported', {
    detail: `[${operation.name}] cannot be replayed: it is open to anonymous callers or does more than change the database. Remove the [Idempotency-Key] header.`,
  })
}

/** A change with an `Idempotency-Key`, and the settings of its transaction. */
interface KeyedChange extends Pick<TransactionOptions, 'work' | 'isLimited'> {
  readonly request: OperationRequest
  readonly caller: Caller
  readonly key: string
}

/**
 * Runs a change at most once per (caller, method, path, key). A lock holds the key while the change runs. Its row is
 * inserted in the transaction of the change, so a crash leaves both or neither. A failed change leaves nothing and may
 * run again (ARCHITECTURE: Operations).
 * @param run does the work and calls the trace it is given
 * @throws ApiError 409 `idempotency_in_progress`, 422 `idempotency_key_reused`
 */
export async function oncePerKey(
  database: Database,
  { request, caller, key, ...options }: KeyedChange,
  run: (keep: Trace) => Promise<Outcome>,
): Promise<Outcome> {
  const { operation, params, query, body } = request
  const scope = sha256([caller.id, operation.method, filledPath(operation.path, params), key].join('\n'))
  const fingerprint = sha256(canonicalJson([query, body ?? null]))
  const replayed = async () => {
    const row = await database.context<Row>(TABLE).where({ scope }).first()
    return row && replay(row, fingerprint)
  }
  const keep = async (outcome: Outcome) => {
    await database.context(TABLE).insert({ scope, fingerprint, ...rowOf(request, outcome) })
  }
  try {
    return await database.tryLock(`idempotency:${scope}`, () => run(keep), { look: replayed, ...options })
  } catch (error) {
    throw error instanceof LockBusy ? inProgress() : error
  }
}

/**
 * Makes `call.once` for one request. It applies the idempotency key after the handler has read its body, so no
 * transaction waits for a slow sender.
 */
export function onceInCall(
  database: Database,
  { request, caller }: { request: OperationRequest; caller: Caller },
): Call['once'] {
  return async <Result>(given: unknown, work: () => Promise<Result>) => {
    const key = readIdempotencyKey(request, { transaction: false })
    if (key === undefined) return { replayed: false, result: await work() }
    const results: Result[] = []
    const change = { request: { ...request, body: given }, caller, key, isLimited: true }
    const outcome = await oncePerKey(database, change, async (keep) => {
      const result = await work()
      results.push(result)
      const done = visibleOutcome(toOutcome(request, result), request.operation, caller)
      await keep(done)
      return done
    })
    const [result] = results
    return results.length === 0
      ? { replayed: true, result: new Replay(outcome) }
      : { replayed: false, result: result as Result }
  }
}

/** The kept outcome of an earlier request. The present request changed nothing. */
export class ReplayedOutcome implements Outcome {
  readonly status: number
  readonly headers: Outcome['headers']
  readonly body: unknown

  constructor({ status, headers, body }: Outcome) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** How long answers are kept for replay, in milliseconds. */
const IDEMPOTENCY_LIFETIME = 24 * 60 * 60_000

/**
 * Deletes answers older than 24 hours and returns their number; the host calls it every hour. It deletes by id, up to
 * the first younger row: an index on the time would slow down every change.
 */
export async function sweepIdempotency(database: Database, { now = Date.now() } = {}): Promise<number> {
  const keys = () => database.context<{ id: number; created_at: string }>('platform_idempotency_keys')
  const oldest = new Date(now - IDEMPOTENCY_LIFETIME).toISOString()
  const young = await keys().where('created_at', '>=', oldest).orderBy('id').first('id')
  return young === undefined
    ? keys().where('created_at', '<', oldest).delete()
    : keys().where('id', '<', young.id).delete()
}

interface Row {
  readonly scope: string
  readonly fingerprint: string
  readonly status: number
  readonly headers: string
  readonly body: string | null
}

const TABLE = 'platform_idempotency_keys'

const sha256 = (text: string) => hash('sha256', text, 'base64url')

function replay({ fingerprint, status, headers, body }: Row, asked: string): Outcome {
  if (fingerprint !== asked) {
    throw new ApiError('idempotency_key_reused', {
      detail: 'This [Idempotency-Key] was already used for a different request. Use a new key for each new request.',
    })
  }
  return new ReplayedOutcome({
    status,
    headers: { ...(JSON.parse(headers) as Record<string, string>), 'idempotency-replayed': 'true' },
    body: body === null ? undefined : (JSON.parse(body) as unknown),
  })
}

function rowOf({ operation }: OperationRequest, { status, headers, body }: Outcome) {
  if (body instanceof Readable) {
    throw new ApiError('idempotency_unsupported', {
      detail: `[${operation.name}] returns a stream, which cannot be replayed. Remove the [Idempotency-Key] header.`,
    })
  }
  const kept = withoutSecrets(body, operation.schemas.response)
  return {
    status,
    headers: JSON.stringify(headers),
    body: kept === undefined ? null : JSON.stringify(kept),
    created_at: new Date().toISOString(),
  }
}

const inProgress = () =>
  new ApiError('idempotency_in_progress', {
    detail: 'The first request with this [Idempotency-Key] is still running. Retry in a second.',
    headers: { 'retry-after': '1' },
  })

/** JSON with sorted members, so that equal values give equal text. */
const canonicalJson = (value: unknown) =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? sorted(each) : each,
  )

const sorted = (object: object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Removes the members that the schema marks `secret: true`: they are shown once and never stored. */
function withoutSecrets(body: unknown, schema: object | undefined): unknown {
  const secrets = secretsOf(schema)
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)))
}

function secretsOf(schema: object = {}): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { secret?: boolean }> }
  return Object.keys(properties).filter((name) => properties[name]?.secret === true)
}
