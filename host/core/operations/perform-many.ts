import { type ApiError, type Attempt, type Caller, insert_rows } from '@atrium/sdk'
import { as_caller, attempt_each, attempt_rest, divide_changes } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import { type HostLogger, silentLogger } from '../../base/log/index.ts'
import type { Operation, RuntimeFindings } from '../registries/index.ts'
import { ANONYMOUS } from './request.ts'
import type { UndoNotes } from './undoable.ts'
import type { Validators } from './validators.ts'
import { held } from './held.ts'
import type { AdmittedRequest, OperationRequest, Outcome, Perform } from './request.ts'
import { ValidatedCall } from './call.ts'
import { reportFailure } from './report-failure.ts'
import { idOf, toOutcome, visibleOutcome, withholdCurrent } from './outcome.ts'
import { AUDIT_TABLE, auditRow } from './audit.ts'

export interface PerformManyOptions {
  readonly database: Database
  readonly perform: Perform
  readonly validators: Validators
  readonly log?: HostLogger
  /** As in `perform`. */
  readonly findings?: RuntimeFindings
  /** As in `perform`. */
  readonly checkResponses?: boolean
  /** As in `perform`. */
  readonly undo?: UndoNotes | undefined
}

/**
 * Runs an operation once for each body, in one transaction if the operation has one. Each call succeeds or fails on its
 * own, as with `perform`, and leaves its own audit row. If the database itself fails, everything is undone and that
 * error is thrown.
 */
export type PerformMany = (
  request: AdmittedRequest,
  bodies: readonly unknown[],
) => Promise<readonly Attempt<Outcome, ApiError>[]>

/**
 * Makes `performMany`. An operation with `declaration.handle_many` gets all valid calls at once; any other operation
 * runs once per body, in order.
 */
export function createPerformMany(options: PerformManyOptions): PerformMany {
  const { database, perform, validators, undo, log = silentLogger, checkResponses = false } = options

  return async (request, bodies) => {
    const { operation } = request
    const caller = request.caller ?? ANONYMOUS
    const requests = bodies.map((body) => request.withBody(body))
    const run = isTogether(operation) ? together : (each: typeof requests) => attempt_each(each, perform)
    const all = async () =>
      (await run(requests, caller)).map((attempt, at) => told(attempt, { caller, request: requests[at] ?? request }))
    try {
      return await (operation.transaction ? database.transaction(all, { isLimited: true }) : all())
    } catch (error) {
      throw toApiError(error)
    }
  }

  async function together(requests: readonly AdmittedRequest[], caller: Caller): Promise<Attempt<Outcome>[]> {
    const [request] = requests
    if (request === undefined) return []
    const { operation } = request
    for (const each of requests) undo?.begin(each)
    const validate = () => attempt_each(requests, async (each) => new ValidatedCall(each, { caller, validators }))
    const calls = await as_caller(caller, validate, request)
    const handle = operation.declaration.handle_many as NonNullable<typeof operation.declaration.handle_many>
    const results = await as_caller(
      caller,
      () => held(operation.lease, () => attempt_rest(calls, (valid) => handle(valid as never))),
      request,
    )
    const outcomes = results.map((attempt) =>
      'value' in attempt ? { value: toOutcome(request, attempt.value) } : attempt,
    )
    if (checkResponses)
      for (const each of outcomes) if ('value' in each) validators.response(operation, each.value.body)
    await leaveTraces(requests, outcomes, caller)
    const visible = (outcome: Outcome) => as_caller(caller, () => visibleOutcome(outcome, operation, caller), request)
    return outcomes.map((attempt) => ('value' in attempt ? { value: visible(attempt.value) } : attempt))
  }

  /** The audit row of each call, and how it is undone. */
  async function leaveTraces(
    requests: readonly AdmittedRequest[],
    outcomes: readonly Attempt<Outcome>[],
    caller: Caller,
  ) {
    const done = requests.flatMap((request, at) => {
      const attempt = outcomes[at]
      return attempt && 'value' in attempt ? [{ request, outcome: attempt.value }] : []
    })
    const alone = divideChanges(requests, done)
    const rows = done.map(({ request, outcome }) => auditRow(request, { caller, outcome, alone }))
    await insert_rows(database.context, AUDIT_TABLE, rows)
    for (const { request, outcome } of done) await undo?.noted(request, outcome)
  }

  function told(
    attempt: Attempt<Outcome>,
    { caller, request }: { caller: Caller; request: OperationRequest },
  ): Attempt<Outcome, ApiError> {
    if ('value' in attempt) return attempt
    const answer = toApiError(attempt.error)
    reportFailure(options.findings, request, { thrown: answer })
    const error = as_caller(caller, () => withholdCurrent(answer, request.operation, caller), request)
    if (error.code.startsWith('database_')) throw error
    if (error.status >= 500) log.error('one of many calls failed', { err: error, request_id: request.requestId })
    return { error }
  }
}

interface Done {
  readonly request: AdmittedRequest
  readonly outcome: Outcome
}

/** Whether it is known which of the calls made which change: each created its own record, and changed nothing else in a store. */
function divideChanges([first]: readonly AdmittedRequest[], done: readonly Done[]): boolean {
  if (first === undefined) return true
  const table = first.operation.declaration.store?.table?.name
  const requests = new Map(done.map(({ request, outcome }) => [idOf(outcome.body), request]))
  return divide_changes(first, (change) =>
    change.before === undefined && change.table === table ? requests.get(String(change.id)) : undefined,
  )
}

const isTogether = ({ declaration, unaudited }: Operation) => declaration.handle_many !== undefined && !unaudited
