import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ApiError, type Caller } from '@atrium/sdk'
import { type Database, LockBusy } from '../../base/db/index.ts'
import { canonicalJson } from './canonical-json.ts'
import { filledPath } from './filled-path.ts'
import type { OperationRequest, Outcome } from './outcome.ts'
import type { Trace } from './leave-traces.ts'
import { withoutSecrets } from './without-secrets.ts'

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
 * run again (design section 3).
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
