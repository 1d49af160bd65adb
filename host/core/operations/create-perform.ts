import { type Call, Page } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import type { ParameterizedContext } from 'koa'
import type { Database } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import { type Logger, silentLogger } from '../../base/log/index.ts'
import type { OperationRegistry, Operation } from '../registries/index.ts'
import { ANONYMOUS } from './anonymous.ts'
import { createBulk, repeatedOperation } from './create-bulk.ts'
import { createValidators, type Validators } from './create-validators.ts'
import { exportOutcome, pageAsCsv } from './csv-outcome.ts'
import { held } from './held.ts'
import { isDryRun } from './is-dry-run.ts'
import { leaveTraces, type Trace } from './leave-traces.ts'
import { onceInCall } from './once-in-call.ts'
import { oncePerKey, ReplayedOutcome } from './once-per-key.ts'
import type { OperationRequest, Outcome, Perform } from './outcome.ts'
import { prefersCsv, requireJson } from './prefers-csv.ts'
import { readIdempotencyKey } from './read-idempotency-key.ts'
import { requirePermission } from './require-permission.ts'
import { toCall } from './to-call.ts'
import { toOutcome, visibleOutcome } from './to-outcome.ts'
import { withholdCurrent } from './withhold-current.ts'
import { writeAudit } from './write-audit.ts'
import { writtenWhileReading } from './written-while-reading.ts'

export interface PerformOptions {
  readonly database: Database
  /** Where bulk routes find what they repeat. */
  readonly operations: OperationRegistry
  readonly log?: Logger
  /** Default: of its own. */
  readonly validators?: Validators
  /** Checks answers against their schemas, for development and tests: 500 `response_invalid`. Default false. */
  readonly checkResponses?: boolean
}

/** A call with the request it was made of. */
interface Running {
  readonly request: OperationRequest
  readonly call: Call
}

type Handler = (call: Call, koa?: ParameterizedContext) => unknown

/**
 * Makes the only way to run an operation (design section 3): permission → validate → idempotency and transaction → handler →
 * audit. Whatever goes wrong is thrown as an ApiError. Reading happens on the reader's connections, and a raw GET, which may
 * change something, on the writer's.
 */
export function createPerform(options: PerformOptions): Perform {
  const { database, operations, log = silentLogger, checkResponses = false } = options
  const { validators = createValidators({ log }) } = options
  const bulk = createBulk({ operations, perform, log })
  return perform

  async function perform(request: OperationRequest): Promise<Outcome> {
    const caller = request.caller ?? ANONYMOUS
    try {
      requirePermission(request.operation, request.caller)
      const { once } = request.operation.declaration.options
      const call = toCall(request, {
        ...{ caller, validators },
        ...(once && { once: onceInCall(database, { request, caller }) }),
      })
      return await as_caller(caller, () => run({ request, call }), request)
    } catch (error) {
      throw withholdCurrent(toApiError(error), request.operation.withhold.other, caller)
    }
  }

  function run(running: Running): Promise<Outcome> {
    const { operation } = running.request
    if (operation.method !== 'GET') return change(running)
    if (operation.raw) return answer(running)
    return database
      .reading(() => answer(running))
      .catch((error: unknown) => Promise.reject(writtenWhileReading(error, operation) as Error))
  }

  async function change(running: Running): Promise<Outcome> {
    const { request, call } = running
    const transaction = isTransactional(request.operation)
    const key = readIdempotencyKey(request, { transaction })
    const audit: Trace = async (outcome) => {
      if (!request.operation.unaudited && !isDryRun(request))
        await writeAudit(database, request, { caller: call.caller, outcome })
    }
    const answerAndLeave = async (...traces: Trace[]) => {
      const outcome = await answer(running)
      if (!(outcome instanceof ReplayedOutcome)) await leaveTraces(outcome, traces)
      return outcome
    }
    if (key !== undefined && request.operation.declaration.options.once === undefined) {
      return oncePerKey(database, { request, caller: call.caller, key }, (keep) => answerAndLeave(audit, keep))
    }
    return transaction ? database.transaction(() => answerAndLeave(audit)) : answerAndLeave(audit)
  }

  async function answer({ request, call }: Running): Promise<Outcome> {
    const { operation, headers } = request
    const { store, kind } = operation.declaration
    const asCsv = operation.method === 'GET' && !operation.raw && prefersCsv(headers)
    if (asCsv && kind === 'list' && store)
      return exportOutcome(request, store, { caller: call.caller, proceed: proceed(call) })
    const handler = operation.declaration.handler as Handler
    const result = await held(operation.lease, async () =>
      kind === 'bulk' ? bulk(request) : handler(call, request.koa),
    )
    if (asCsv && result instanceof Page) return pageAsCsv(request, result, call.caller)
    if (asCsv) requireJson(headers)
    const outcome = toOutcome(request, result)
    if (outcome instanceof ReplayedOutcome) return outcome
    if (checkResponses && !operation.raw) validators.response(operation, outcome.body)
    return visibleOutcome(outcome, operation, call.caller)
  }

  /** For what goes on after the answer has begun. */
  function proceed({ caller }: Call) {
    return <Value>(read: () => Promise<Value>) =>
      database.outside(() => as_caller(caller, () => database.reading(read)))
  }

  /** A bulk route has a transaction if what it repeats has one. */
  function isTransactional(operation: Operation): boolean {
    return operation.declaration.kind === 'bulk'
      ? repeatedOperation(operations, operation).transaction
      : operation.transaction
  }
}
