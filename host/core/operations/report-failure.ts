import { nearest_name } from '@atrium/sdk'
import { isOutage, type Lost, toApiError, WRITE_IN_A_READ } from '../../base/errors/index.ts'
import type { Operation, RuntimeFindings } from '../registries/index.ts'
import type { OperationRequest } from './request.ts'
import { reportUnawaited } from './unawaited-statements.ts'

/** Server errors, apart from outages, that the host or another plugin causes. */
const NOT_OURS: ReadonlySet<string> = new Set(['egress_refused', 'secret_key_unknown'])

/** The party responsible for an error; none if the caller is. A handler whose caller has left may fail through no fault of its own. */
export function blameOf(request: OperationRequest, thrown: unknown): 'plugin' | 'others' | 'none' {
  const { status, code } = toApiError(thrown)
  if (status < 500) return 'none'
  if (code === 'handler_timeout') return 'plugin'
  return isOutage(code) || NOT_OURS.has(code) || request.signal.aborted ? 'others' : 'plugin'
}

/**
 * Reports a failed operation of a plugin as a runtime finding, if the plugin is responsible. A handler whose caller has left may fail
 * through no fault of its own, so it is not reported, unless it exceeded its time limit.
 * @param options.afterAnswer the answer has begun: reports it even if the connection is closed by now
 */
export function reportFailure(
  findings: RuntimeFindings | undefined,
  request: OperationRequest,
  { thrown, afterAnswer = false }: { thrown: unknown; afterAnswer?: boolean },
): void {
  const { operation, params, query, body } = request
  const { owner: plugin, lease, name: work, declaration } = operation
  if (findings === undefined || lease === undefined) return
  if (!afterAnswer && blameOf(request, thrown) !== 'plugin' && !isUnknownRoute(thrown)) return
  const given = { params, query, body }
  const { code } = toApiError(thrown)
  const finding = code === 'handler_timeout' || code === 'answer_too_large' ? code : 'handler_failed'
  const fix = code === 'written_while_reading' ? WRITE_IN_A_READ : undefined
  findings.report({
    ...{ plugin, lease, code: finding, work, error: thrown, at: declaration.origin, given },
    ...(fix && { fix }),
  })
}

/** Only a call in process can end so once the request's own route was found: the plugin calls a route that does not exist. */
const isUnknownRoute = (thrown: unknown) => toApiError(thrown).code === 'route_not_found'

/** Milliseconds for which writing an answer may block the event loop before it is reported. */
export const LONG_ANSWER = 1_000

/**
 * Reports an answer that blocked the event loop while it was written as JSON. None of the author's code runs then, so the watchdog cannot
 * see it.
 */
export function reportLongAnswer(
  findings: RuntimeFindings,
  { owner: plugin, lease, name: work, declaration: { origin: at } }: Operation,
  milliseconds: number,
): void {
  if (lease === undefined) return
  const seconds = (milliseconds / 1_000).toFixed(1)
  const message = `Writing the answer of [${work}] kept the host busy for ${seconds} s. Meanwhile nobody got an answer.`
  const fix = 'Answer in pages, or with a stream, which is sent in pieces.'
  findings.report({ plugin, lease, code: 'host_blocked', work, message, at, fix })
}

/** Reports a statement that a plugin's handler did not await before it ended. */
export function reportForgotten(findings: RuntimeFindings | undefined, { operation }: OperationRequest): void {
  const { owner: plugin, lease, name: work, declaration, transaction: hasTransaction } = operation
  if (findings === undefined || lease === undefined) return
  const report = (finding: Forgotten) => findings.report({ ...finding, plugin, lease, at: declaration.origin })
  reportUnawaited({ work, hasTransaction, report })
}

type Forgotten = Parameters<Parameters<typeof reportUnawaited>[0]['report']>[0]

/**
 * Reports a handler that returned nothing, although its callers expect an answer: its route declares a response that is not nothing, or is a
 * GET.
 */
export function reportNoAnswer(
  findings: RuntimeFindings | undefined,
  { owner: plugin, lease, name: work, method, raw, schemas, declaration }: Operation,
  acceptsNothing: () => boolean,
): void {
  const { kind, origin: at } = declaration
  if (findings === undefined || lease === undefined || raw || (kind !== 'plain' && kind !== 'read')) return
  if (schemas.response === undefined ? method !== 'GET' : acceptsNothing()) return
  const message = `The handler of [${work}] returned nothing, so its caller got no answer.`
  findings.report({ plugin, lease, code: 'answer_missing', work, message, at })
}

const ERROR_MEMBERS = new Set([
  'status',
  'statusCode',
  'code',
  'error',
  'message',
  'title',
  'detail',
  'body',
  'headers',
])

/** Reports an answer without a schema that looks like an error, `{ status: 404, error: 'Not found' }`, and is sent as a success. */
export function reportErrorAnswer(findings: RuntimeFindings | undefined, operation: Operation, answer: unknown): void {
  const { owner: plugin, lease, name: work, raw, declaration } = operation
  if (typeof answer !== 'object' || answer === null || raw) return
  const { status, statusCode = status } = answer as { status?: unknown; statusCode?: unknown }
  if (findings === undefined || lease === undefined || typeof statusCode !== 'number') return
  if (statusCode < 400 || statusCode > 599 || !Object.keys(answer).every((name) => ERROR_MEMBERS.has(name))) return
  const message = `[${work}] answered with the status 200 and an object that says [${statusCode}].`
  findings.report({ plugin, lease, code: 'answer_status_ignored', work, message, at: declaration.origin })
}

/** Reports a member of an answer of which JSON keeps nothing. The answer was sent without it. */
export function reportLost(
  findings: RuntimeFindings | undefined,
  { owner: plugin, lease, name: work, declaration: { origin: at } }: Operation,
  { name, kind }: Lost,
): void {
  if (findings === undefined || lease === undefined) return
  const lost = kind === 'date' ? 'is an invalid Date, so null was sent' : 'is a function, so it was left out'
  const message = `[${name}] in the answer of [${work}] ${lost}.`
  findings.report({ plugin, lease, code: 'answer_value_lost', work, message, at })
}

/** Rows of an answer that are enough to tell which fields its records have. */
const MANY = 500

/** The lists whose first answer with records was looked at. */
const seen = new WeakSet<Operation>()

/**
 * Reports the columns of a screen that are missing from all records of the first answer with records: their names are probably misspelt.
 */
export function reportColumns(findings: RuntimeFindings | undefined, operation: Operation, rows: unknown): void {
  const { owner: plugin, lease, name: work, columns = [] } = operation
  if (findings === undefined || !Array.isArray(rows) || rows.length === 0 || seen.has(operation)) return
  seen.add(operation)
  const known = new Set(rows.slice(0, MANY).flatMap((row: unknown) => Object.keys(row ?? {})))
  for (const { name, origin: at } of columns.filter((column) => !known.has(column.name))) {
    const message = `The column [${name}] is empty: none of the records of [${work}] has this field.`
    const near = nearest_name(name, [...known])
    const fix = near === undefined ? undefined : `Did you mean [${near}]?`
    findings.report({ plugin, lease, code: 'column_empty', work, message, at, ...(fix && { fix }) })
  }
}
