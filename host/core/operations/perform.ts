import type { Call, Caller, RecordId } from '@atrium/sdk'
import { ApiError, LARGEST_PAGE, Page } from '@atrium/sdk'
import { as_caller, changes_during, type RouteKind } from '@atrium/sdk/host'
import type { ParameterizedContext } from 'koa'
import type { Database } from '../../base/db/index.ts'
import { classifyDatabaseError } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { silentLogger } from '../../base/log/index.ts'
import type { Principal } from '../auth/index.ts'
import type { OperationRegistry, Operation, RuntimeFindings } from '../registries/index.ts'
import { requireSendable } from './answer-size.ts'
import { auditCreated, noteExport, writeAudit } from './audit.ts'
import { type BackgroundBulk, createBulk, repeatedOperation, TooSlowForOneAnswer } from './bulk.ts'
import { ValidatedCall } from './call.ts'
import { asksForCsv, exportOutcome, pageAsCsv, requireJson } from './csv.ts'
import { HANDLER_LIMIT, type HandlerTime, handlerTimeOf } from './handler-time.ts'
import { held } from './held.ts'
import { createHistory } from './history.ts'
import { createImport, NothingSaved } from './import.ts'
import { createAtMostOnce, oncePerKey, onceInCall, readIdempotencyKey } from './idempotency.ts'
import { ReplayedOutcome } from './kept-answer.ts'
import { Accepted, toOutcome, visibleList, visibleOutcome, withholdCurrent } from './outcome.ts'
import { reportColumns, reportErrorAnswer, reportFailure, reportForgotten } from './report-failure.ts'
import { reportLost, reportNoAnswer } from './report-failure.ts'
import type { AdmittedRequest, OperationRequest, Outcome, Perform } from './request.ts'
import { ANONYMOUS, isDryRun, isPreview, onlyPreview, requiresUndo, undoImpossible } from './request.ts'
import type { UndoNotes } from './undoable.ts'
import { createValidators, type Validators } from './validators.ts'

export interface PerformOptions {
  readonly database: Database
  /** Finds the routes that bulk routes repeat. */
  readonly operations: OperationRegistry
  /** Accepts bulk actions that are too large for one request. Default: they run at once, regardless of size. */
  readonly background?: BackgroundBulk
  /** Stores how to undo changes. Default: undo is off. */
  readonly undo?: UndoNotes | undefined
  /** Records which operations of plugins fail. */
  readonly findings?: RuntimeFindings
  /** Records which permission admitted a caller. */
  readonly uses?: { note(caller: Caller, permission: string): void }
  readonly log?: HostLogger
  /** Default: its own. */
  readonly validators?: Validators
  /** Milliseconds that a handler may take if its route does not declare a limit. Default 10 s. */
  readonly handlerLimit?: number
  /** Checks answers and saved records against their schemas, for development and tests: 500 `response_invalid`. Default false. */
  readonly checkResponses?: boolean
}

/** The operation and its caller. */
interface Admitted {
  readonly request: AdmittedRequest
  readonly caller: Caller & Pick<Partial<Principal>, 'preview'>
}

/** A call with its request. */
interface Running {
  readonly request: OperationRequest
  readonly call: Call
  readonly time: HandlerTime | undefined
  /** The records of a bulk action that has to run in the background. */
  readonly many?: readonly RecordId[] | undefined
}

type Handler = (call: Call, koa?: ParameterizedContext) => unknown

/** The host's own work for routes of some kinds, which have no handler in the plugin. */
type OwnWork = Readonly<Partial<Record<RouteKind, (running: Running) => unknown>>>

/**
 * Makes the only way to run an operation (ARCHITECTURE: Operations), for an admitted caller: validation → idempotency and transaction →
 * handler → audit. Every error is thrown as an ApiError. Reads use the reader's connections. A raw GET, which may change something, uses
 * the writer's, except in a preview.
 */
export function createPerform(options: PerformOptions): Perform {
  const { database, operations, log = silentLogger, checkResponses = false, handlerLimit = HANDLER_LIMIT } = options
  const { undo, validators = createValidators({ log }) } = options
  const bulk = createBulk({ database, operations, perform, log, background: options.background })
  const importRecords = createImport({ ...options, perform, validators, log })
  const history = createHistory({ database, operations, perform, undo })
  const ownWork: OwnWork = {
    history: ({ request }) => history.history(request),
    restore: ({ request }) => history.restore(request),
    bulk: ({ request, call, time, many }) =>
      many === undefined ? bulk.run(request, call, time) : bulk.accept(request, many),
    import: ({ request, call: { signal } }) => importRecords(request, { signal, isDryRun: isDryRun(request) }),
  }
  const atMostOnce = createAtMostOnce(database)
  return perform

  async function perform(request: AdmittedRequest): Promise<Outcome> {
    const caller = request.caller ?? ANONYMOUS
    if (!request.operation.reads) undo?.begin(request)
    try {
      return await as_caller(caller, run, request)
    } catch (error) {
      const answer = toApiError(error)
      reportFailure(options.findings, request, { thrown: answer })
      if (answer.status === 401 && request.operation.auditsRefusals) await auditRefusal(request, caller)
      throw as_caller(caller, () => withholdCurrent(answer, request.operation, caller), request)
    }
  }

  /** A refusal that cannot be recorded is still a refusal. */
  async function auditRefusal(request: AdmittedRequest, caller: Caller): Promise<void> {
    const outcome = { status: 401, headers: {}, body: undefined }
    const write = () => database.transaction(() => writeAudit(database, request, { caller, outcome }))
    await write().catch((err: unknown) => log.error('a refused sign-in could not be written to the audit log', { err }))
  }

  function run({ request, caller }: Admitted): Promise<Outcome> {
    const { operation } = request
    const { method, permission, raw, reads } = operation
    const { kind, options: declared } = operation.declaration
    if (permission !== undefined) options.uses?.note(caller, permission)
    const time = handlerTimeOf(operation, handlerLimit)
    const once = declared.once && onceInCall(database, { request, caller })
    const running = { request, time, call: new ValidatedCall(request, { caller, validators, time, once }) }
    if (kind === 'bulk' || kind === 'import') return changeMany(running)
    if (!reads || (raw && method !== 'GET')) return change(running)
    const explain = (error: unknown) => refuseWriting(error, request)
    const on = (kind: 'readOnly' | 'writer') => database.within({ on: kind, work: time }, answer, running)
    if (caller.preview || method !== 'GET') return on('readOnly').catch(explain)
    if (raw) return on('writer').then((outcome) => auditCreated(database, request, { caller, outcome }))
    return database.readingFor(time, answer, running).catch(explain)
  }

  /**
   * A bulk action that proves too slow for one answer has been undone, and begins again in the background. An import of which nothing is to
   * be saved has been undone too.
   */
  async function changeMany(running: Running): Promise<Outcome> {
    const many = await bulk.selectMany(running.request)
    try {
      return await change({ ...running, many })
    } catch (error) {
      if (error instanceof TooSlowForOneAnswer) return change({ ...running, many: error.ids })
      if (error instanceof NothingSaved) return toOutcome(running.request, error.result)
      throw error
    }
  }

  async function change(running: Running): Promise<Outcome> {
    const { request, call, time: work, many } = running
    const effective = effectiveOperation(operations, request.operation)
    const transaction = effective.transaction || many !== undefined
    const isNoted = undo !== undefined && transaction && many === undefined
    if (requiresUndo(request) && !isNoted) throw undoImpossible(request)
    const key = readIdempotencyKey(request, effective)
    const { owner, unaudited, reads: changesNothing } = request.operation
    const isChange = !changesNothing && !isDryRun(request)
    const audit: Trace = async (outcome) => {
      if (!unaudited && isChange) await writeAudit(database, request, { caller: call.caller, outcome })
    }
    const answerAndLeave = async (...traces: Trace[]) => {
      const answered = await answer(running)
      if (answered instanceof ReplayedOutcome) return answered
      const outcome = undo && many === undefined ? await undo.noted(request, answered) : answered
      await leaveTraces(outcome, traces)
      if (isChange) database.writes.noteOwner(owner)
      return outcome
    }
    const outside = (run: () => Promise<Outcome>) => database.within({ on: 'writer', work }, run)
    const isOnce = key !== undefined && request.operation.declaration.options.once === undefined
    const keyed = isOnce && { request, caller: call.caller, key, work }
    if (keyed && transaction) return oncePerKey(database, keyed, (keep) => answerAndLeave(audit, keep))
    if (keyed) return atMostOnce(keyed, (keep) => outside(() => answerAndLeave(together(database, [audit, keep]))))
    const run = () => answerAndLeave(audit)
    return transaction ? database.transaction(run, { work }) : outside(run)
  }

  /** The export of a list is in the audit log before its first byte is sent. */
  async function exported(request: OperationRequest, outcome: Outcome): Promise<Outcome> {
    await noteExport(database, request, outcome)
    return outcome
  }

  async function answer(running: Running): Promise<Outcome> {
    const { request, call, time } = running
    const { operation, headers } = request
    const { store, kind } = operation.declaration
    const asCsv = asksForCsv(operation, headers)
    if (asCsv && kind === 'list' && store)
      return exported(
        request,
        await exportOutcome(request, store, { caller: call.caller, proceed: reads(database, request) }),
      )
    const own = ownWork[kind]
    const work = own ? () => own(running) : (operation.declaration.handler as Handler)
    const result = await held(operation.lease, work, time, call, request.koa)
    request.hasEnded = true
    if (!operation.reads) reportForgotten(options.findings, request)
    if (asCsv && result instanceof Page) return exported(request, pageAsCsv(request, result, call.caller))
    if (asCsv) requireJson(headers)
    const outcome = toOutcome(request, result)
    const measuring = requireSendable(operation, outcome.body, (lost) => reportLost(options.findings, operation, lost))
    if (measuring !== undefined) await measuring
    if (operation.columns) reportColumns(options.findings, operation, outcome.body)
    if (outcome instanceof ReplayedOutcome || result instanceof Accepted) return outcome
    if (checkResponses && !operation.raw) validators.response(operation, outcome.body)
    if (checkResponses) validators.saved(operation, changes_during(request))
    if (result === undefined) reportNoAnswer(options.findings, operation, () => validators.mayBeEmpty(operation))
    else if (operation.schemas.response === undefined) reportErrorAnswer(options.findings, operation, result)
    const { body } = outcome
    if (Array.isArray(body) && body.length > LARGEST_PAGE) return visibleList(outcome, operation, call.caller)
    return visibleOutcome(outcome, operation, call.caller)
  }
}

/** Runs reads that continue after the answer has begun. */
const reads =
  (database: Database, request: OperationRequest) =>
  <Value>(read: () => Promise<Value>) =>
    database.outside(() => as_caller(request.caller ?? ANONYMOUS, () => database.reading(read), request))

/** The operation that makes the change: the operation itself, or the one that a bulk route repeats. */
const effectiveOperation = (operations: OperationRegistry, operation: Operation): Operation =>
  operation.declaration.kind === 'bulk' ? repeatedOperation(operations, operation) : operation

/** Writes a row about a change into its transaction. */
export type Trace = (outcome: Outcome) => Promise<void>

/**
 * Writes all traces of a change at once, because they do not depend on each other. Settles when all of them have settled, so that none is
 * still running when the transaction is rolled back. Rejects with the first error.
 */
async function leaveTraces(outcome: Outcome, traces: readonly Trace[]): Promise<void> {
  const left = await Promise.allSettled(traces.map((leave) => leave(outcome)))
  for (const trace of left) if (trace.status === 'rejected') throw trace.reason
}

/** Combines traces into one that writes them in a transaction, for changes outside of transactions. */
const together =
  (database: Database, traces: Trace[]): Trace =>
  (outcome) =>
    database.transaction(() => leaveTraces(outcome, traces))

/**
 * Explains the error of a GET handler that writes. On SQLite it fails as "read only", and an operator would look for a fault that only the
 * plugin's author can correct. Other errors stay as they are.
 */
function refuseWriting(error: unknown, { operation: { name }, caller }: OperationRequest): never {
  if (classifyDatabaseError(error)?.kind !== 'read_only') throw error
  if (isPreview(caller)) throw onlyPreview(name, caller)
  const detail = `[${name}] only reads, but its handler wants to change the database. Nothing was changed.`
  throw new ApiError('written_while_reading', { detail, cause: error })
}
