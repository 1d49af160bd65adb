import { Readable } from 'node:stream'
import type { ParameterizedContext } from 'koa'
import { type Auth, checkOrigin } from '../../core/auth/index.ts'
import type { OperationRequest, Perform } from '../../core/operations/index.ts'
import { AdmittedRequest, LONG_ANSWER, ORIGINS, reportFailure, reportLongAnswer } from '../../core/operations/index.ts'
import type { Operation, RuntimeFindings } from '../../core/registries/index.ts'
import { API_HEADERS, REQUEST_ID, sendOutcome, StreamBroken } from './send.ts'
import type { ReadBody } from './body.ts'
import type { HttpExchange } from './http-exchange.ts'
import { NO_QUERY, readQuery } from './target.ts'

export interface RunnerOptions {
  readonly perform: Perform
  readonly readBody: ReadBody
  /** Records which answers of plugins cannot be sent. */
  readonly findings: RuntimeFindings
  readonly follow: FollowCaller
}

/** Like `Auth.follow`. */
export type FollowCaller = Auth['follow']

/** Makes the last steps of a request: checks the origin, reads the body, performs, answers. Errors are thrown. */
export function createRunner({ perform, readBody, findings, follow }: RunnerOptions) {
  return async (exchange: HttpExchange, match: Matched): Promise<void> => {
    const call = admitted(exchange, match)
    const { operation } = call
    const { request, method, identity } = exchange
    if (operation.method !== 'GET') {
      checkOrigin({ method, identity, headers: request.headers, host: exchange.koa.host })
      // A raw operation reads its body itself unless it declares the schema of a JSON body.
      if (!operation.raw || operation.schemas.body !== undefined) call.body = await readBody(exchange.koa)
    }
    if (operation.raw) {
      endWithCaller(exchange, operation, follow)
      handOver(exchange)
    }
    const outcome = await perform(call)
    if (operation.raw && hasAnswered(exchange.koa)) {
      exchange.isHandedOver = true
      return
    }
    if (operation.raw) exchange.keepFromKoa()
    if (outcome.body instanceof Readable) endWithCaller(exchange, operation, follow)
    try {
      const begun = performance.now()
      const sending = sendOutcome(exchange, outcome)
      const took = performance.now() - begun
      if (took > LONG_ANSWER) reportLongAnswer(findings, operation, took)
      if (sending !== undefined) await sending
    } catch (error) {
      const isBroken = error instanceof StreamBroken
      reportFailure(findings, call, { thrown: isBroken ? error.cause : error, afterAnswer: isBroken })
      throw error
    }
  }
}

/** Cuts off a long-running answer as soon as its caller loses the permission. */
function endWithCaller({ identity, response }: HttpExchange, operation: Operation, follow: FollowCaller): void {
  if (identity === undefined || operation.open || response.closed) return
  const { permission } = operation
  const undo = follow(identity.caller, (caller) => {
    if (caller === undefined || (permission !== undefined && !caller.can(permission))) response.destroy()
  })
  response.once('close', undo)
}

type Matched = Pick<OperationRequest, 'operation' | 'params'>

/**
 * Admits the caller; the body is read after that. Holds the generation until the last byte of its answer is sent. If the generation has to
 * end earlier, a started answer is cut off, and otherwise `held` answers with an error.
 */
function admitted(exchange: HttpExchange, { operation, params }: Matched): AdmittedRequest {
  const { request, response, identity, id, search } = exchange
  const call = new AdmittedRequest({
    operation,
    // The params of a path are cached and shared, so each request gets a copy.
    params: { ...params },
    query: search === '' ? NO_QUERY : readQuery(search),
    // Only `set-cookie` may be an array, and requests do not have that header.
    headers: request.headers as Record<string, string | undefined>,
    caller: identity?.caller,
    origin: identity === undefined && isBrowser(request.headers) ? 'ui' : ORIGINS[identity?.by ?? 'bearer'],
    requestId: id,
    signal: () => exchange.abortSignal(),
    ...(operation.raw && { koa: exchange.koa }),
  })
  const release = operation.lease?.pin(() => {
    if (response.headersSent || exchange.isHandedOver) response.destroy()
  })
  if (release) response.once('close', release)
  return call
}

/** Whether the headers are those of a browser's request, such as one from the sign-in page. */
const isBrowser = ({ origin, 'sec-fetch-site': site }: HttpExchange['request']['headers']) =>
  origin !== undefined || site !== undefined

/**
 * A raw operation answers through the Koa context, or sets `respond` to false and writes the answer itself. It gets the target in origin
 * form, because handlers do not expect the absolute form that proxies send.
 */
function handOver({ koa, response, identity, id, path, search }: HttpExchange): void {
  koa.respond = true
  koa.req.url = search === '' ? path : `${path}?${search}`
  response.setHeader(REQUEST_ID, id)
  if (identity?.caller.preview) response.setHeader('Cache-Control', 'no-store')
  for (let at = 0; at < API_HEADERS.length; at += 2)
    response.setHeader(API_HEADERS[at] ?? '', API_HEADERS[at + 1] ?? '')
}

const hasAnswered = ({ status, body, respond }: ParameterizedContext) =>
  respond === false || status !== 404 || (body !== null && body !== undefined)
