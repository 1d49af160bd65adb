import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { TOO_HEAVY, weightOf } from './answer-weight.ts'
import { filledPath } from './filled-path.ts'
import { secretsOf } from './outcome.ts'
import type { OperationRequest, Outcome } from './request.ts'

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly request: OperationRequest
  readonly caller: Caller
  readonly key: string
}

/** The stored answer to a request with an `Idempotency-Key`: a row per caller, method, path and key. */
export class KeptAnswer {
  readonly #database: Database
  readonly #request: OperationRequest
  readonly #scope: string
  readonly #fingerprint: string

  constructor(database: Database, { request, caller, key }: KeyedRequest) {
    const { operation, params, query, body } = request
    this.#database = database
    this.#request = request
    this.#scope = sha256([caller.id, operation.method, filledPath(operation.path, params), key].join('\n'))
    this.#fingerprint = sha256(canonicalJson([query, body ?? null]))
  }

  /** The name of the lock for this key. */
  get lock(): string {
    return `idempotency:${this.#scope}`
  }

  /** Undefined if no answer is stored. @throws ApiError 422 `idempotency_key_reused`, 409 `idempotency_outcome_unknown` */
  readonly find = async (): Promise<Outcome | undefined> => {
    const row = await this.#rows().first()
    return row && replay(row, this.#fingerprint)
  }

  /** When the key was reserved for work that has neither ended nor failed, in milliseconds since 1970; otherwise undefined. */
  readonly reservedAt = async (): Promise<number | undefined> => {
    const row = await this.#rows().where({ status: RESERVED }).first()
    return row && Date.parse(row.created_at)
  }

  /** Stores an answer in the present transaction. */
  readonly keep = async (outcome: Outcome): Promise<void> => {
    const scope = this.#scope
    const row = { scope, fingerprint: this.#fingerprint, ...rowOf(this.#request, outcome) }
    await this.#database.context(TABLE).insert(row)
  }

  /** Reserves the key for work that begins now, until `fulfil`, `fail` or `release`. */
  async reserve(): Promise<undefined> {
    await this.keep({ status: RESERVED, headers: {}, body: undefined })
    return undefined
  }

  /** Stores the answer of the work for which the key was reserved. */
  readonly fulfil = async (outcome: Outcome): Promise<void> => {
    await this.#rows().update(rowOf(this.#request, outcome))
  }

  /** Records that the work failed and that its effect is unknown. @param status that of the error, 500 or more */
  async fail(status: number): Promise<void> {
    await this.#rows().update({ status })
  }

  /** Allows the work to run again. */
  async release(): Promise<void> {
    await this.#rows().delete()
  }

  #rows() {
    return this.#database.context<Row>(TABLE).where({ scope: this.#scope })
  }
}

/** The stored outcome of an earlier request. The present request changed nothing. */
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

/** Milliseconds for which answers are stored for replay. */
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
  readonly created_at: string
}

const TABLE = 'platform_idempotency_keys'

/** The status of a row without an answer yet. */
const RESERVED = 0

const sha256 = (text: string) => hash('sha256', text, 'base64url')

function replay({ fingerprint, status, headers, body }: Row, asked: string): Outcome {
  if (fingerprint !== asked) {
    throw new ApiError('idempotency_key_reused', {
      detail: 'This [Idempotency-Key] was already used for a different request. Use a new key for each new request.',
    })
  }
  if (status === RESERVED || status >= 500) throw outcomeUnknown(status)
  return new ReplayedOutcome({
    status,
    headers: { ...(JSON.parse(headers) as Record<string, string>), 'idempotency-replayed': 'true' },
    body: body === null ? undefined : (JSON.parse(body) as unknown),
  })
}

function outcomeUnknown(status: number): ApiError {
  const reason = status === RESERVED ? 'did not end: the host stopped meanwhile' : `failed with [${status}]`
  return new ApiError('idempotency_outcome_unknown', {
    detail: `The first request with this [Idempotency-Key] ${reason}. It may have taken effect in another system. Look for its record, and use a new key if there is none.`,
  })
}

function rowOf({ operation }: OperationRequest, { status, headers, body }: Outcome) {
  if (body instanceof Readable) {
    throw new ApiError('idempotency_unsupported', {
      detail: `[${operation.name}] returns a stream, which cannot be replayed. Remove the [Idempotency-Key] header.`,
    })
  }
  if (weightOf(body, TOO_HEAVY) >= TOO_HEAVY) {
    throw new ApiError('idempotency_unsupported', {
      detail: `The answer of [${operation.name}] is too large to be kept for a repetition. Remove the [Idempotency-Key] header.`,
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
