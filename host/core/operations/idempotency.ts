import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller, Call } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { Replay } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { LockBusy } from '../../base/db/index.ts'
import { filledPath } from './filled-path.ts'
import { toOutcome, visibleOutcome } from './outcome.ts'
import type { Trace } from './perform.ts'
import type { OperationRequest, Outcome } from './request.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * The `Idempotency-Key` of a POST, bare or in double quotes; undefined where none is given or the method needs none.
 * @throws ApiError 400 `idempotency_key_malformed`, or `idempotency_unsupported` where there is no transaction to keep it in, or nobody
 * knows whose key it is
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
      detail: 'An [Idempotency-Key] is 1 to 255 visible ASCII characters, bare or in double quotes.',
    })
  }
  const isKept = (transaction && !operation.raw) || operation.declaration.options.once === true
  if (isKept && caller !== undefined) return key
  throw new ApiError('idempotency_unsupported', {
    detail: `[${operation.name}] cannot be replayed: it is open to all, or does more than change the database. Leave [Idempotency-Key] out.`,
  })
}

/** How long the answer to an Idempotency-Key is kept, in milliseconds. */
const IDEMPOTENCY_LIFETIME = 24 * 60 * 60_000

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

interface Row {
  readonly scope: string
  readonly fingerprint: string
  readonly status: number
  readonly headers: string
  readonly body: string | null
}

const TABLE = 'platform_idempotency_keys'

/**
 * Runs a change at most once per (caller, method, path, key). While it runs the key is a lock; once it is done it is a row in the
 * transaction of the change, so either both are there or neither, whenever the host is killed. What failed left nothing and may
 * run again (ARCHITECTURE: Operations).
 * @param run does the work and leaves the trace it is handed
 * @throws ApiError 409 `idempotency_in_progress`, 422 `idempotency_key_reused`
 */
export async function oncePerKey(
  database: Database,
  { request, caller, key }: { request: OperationRequest; caller: Caller; key: string },
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
    return await database.tryLock(`idempotency:${scope}`, () => run(keep), { look: replayed })
  } catch (error) {
    throw error instanceof LockBusy ? inProgress() : error
  }
}

const sha256 = (text: string) => hash('sha256', text, 'base64url')

function replay({ fingerprint, status, headers, body }: Row, asked: string): Outcome {
  if (fingerprint !== asked) {
    throw new ApiError('idempotency_key_reused', {
      detail: 'This [Idempotency-Key] came with another request before. Use a new key for a new request.',
    })
  }
  return new ReplayedOutcome({
    status,
    headers: { ...(JSON.parse(headers) as Record<string, string>), 'idempotency-replayed': 'true' },
    body: body === null ? undefined : (JSON.parse(body) as unknown),
  })
}

/** An outcome of an earlier request: nothing was changed for this one. */
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

function rowOf({ operation }: OperationRequest, { status, headers, body }: Outcome) {
  if (body instanceof Readable) {
    throw new ApiError('idempotency_unsupported', {
      detail: `[${operation.name}] answers a stream, which cannot be replayed. Leave [Idempotency-Key] out.`,
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
    detail: 'The first request with this [Idempotency-Key] is still running. Ask again in a second.',
    headers: { 'retry-after': '1' },
  })

/**
 * `call.once` of one request: what `perform` does for others before it runs the handler, done where the handler has read its body,
 * so that no transaction waits for a sender.
 */
export function onceInCall(
  database: Database,
  { request, caller }: { request: OperationRequest; caller: Caller },
): Call['once'] {
  return async <Result>(given: unknown, work: () => Promise<Result>) => {
    const key = readIdempotencyKey(request, { transaction: false })
    if (key === undefined) return { replayed: false, result: await work() }
    const results: Result[] = []
    const outcome = await oncePerKey(database, { request: { ...request, body: given }, caller, key }, async (keep) => {
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

/** JSON whose members stand in the order of their names, so that equal values make equal text. */
const canonicalJson = (value: unknown) =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? sorted(each) : each,
  )

const sorted = (object: object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))

/** An answer without the members that its schema marks `secret: true`: they are shown once and never kept. */
function withoutSecrets(body: unknown, schema: object | undefined): unknown {
  const secrets = secretsOf(schema)
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)))
}

function secretsOf(schema: object = {}): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { secret?: boolean }> }
  return Object.keys(properties).filter((name) => properties[name]?.secret === true)
}
