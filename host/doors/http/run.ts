import type { RawQuery } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { checkOrigin } from '../../core/auth/index.ts'
import type { Admission, CallOrigin, OperationRequest, Perform } from '../../core/operations/index.ts'
import { AdmittedRequest, originOf, reportFailure } from '../../core/operations/index.ts'
import type { Operation, RuntimeFindings } from '../../core/registries/index.ts'
import { API_HEADERS, REQUEST_ID, sendOutcome, StreamBroken } from './send.ts'
import type { ReadBody } from './body.ts'
import type { HttpExchange } from './http-exchange.ts'
import { readQuery } from './target.ts'

/** A request over HTTP that was admitted. */
class HttpCall extends AdmittedRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: RawQuery
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly origin: CallOrigin
  readonly requestId: string
  readonly #exchange: HttpExchange
  #abort: AbortController | undefined

  constructor(
    exchange: HttpExchange,
    admission: Admission,
    { params, body }: Pick<OperationRequest, 'params' | 'body'>,
  ) {
    super(admission, admission.operation.raw ? exchange.koa : undefined)
    this.#exchange = exchange
    this.params = params
    this.query = readQuery(exchange.search)
    this.body = body
    // Only `set-cookie` may be an array, and requests do not have that header.
    this.headers = exchange.request.headers as Record<string, string | undefined>
    this.origin = originOf(exchange.identity)
    this.requestId = exchange.id
  }

  /** Aborts when the client disconnects. Made on first use, because it is not cheap and most handlers never use it. */
  get signal(): AbortSignal {
    this.#abort ??= abortWithClient(this.#exchange)
    return this.#abort.signal
  }
}

function abortWithClient({ response }: HttpExchange): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return controller
}

export interface RunnerOptions {
  readonly perform: Perform
  readonly readBody: ReadBody
  /** Learns which answers of plugins cannot be sent. */
  readonly findings: RuntimeFindings
}

/** Makes the last steps of a request: checks the origin, reads the body, performs, answers. Errors are thrown. */
export function createRunner({ perform, readBody, findings }: RunnerOptions) {
  return async (exchange: HttpExchange, admission: Admission, params: OperationRequest['params']): Promise<void> => {
    const { operation } = admission
    const { koa, request, method, identity } = exchange
    holdGeneration(exchange, operation)
    checkOrigin({ method, identity, headers: request.headers, host: koa.host })
    const body = readsBody(operation) ? await readBody(koa) : undefined
    if (operation.raw) handOver(exchange)
    // The params of a path are remembered and shared, so each request gets a copy.
    const call = new HttpCall(exchange, admission, { params: { ...params }, body })
    const outcome = await perform(call)
    if (operation.raw && hasAnswered(koa)) {
      exchange.isHandedOver = true
      return
    }
    koa.respond = false
    try {
      await sendOutcome(exchange, outcome)
    } catch (error) {
      const isBroken = error instanceof StreamBroken
      reportFailure(findings, call, { thrown: isBroken ? error.cause : error, afterAnswer: isBroken })
      throw error
    }
  }
}

/**
 * Keeps the generation in place until the last byte of its answer is sent. An answer that is still being sent when the generation has
 * to end is cut off. If nothing was sent yet, `held` answers with an error.
 */
function holdGeneration(exchange: HttpExchange, { lease }: Operation): void {
  const { response } = exchange
  const release = lease?.pin(() => {
    if (response.headersSent || exchange.isHandedOver) response.destroy()
  })
  if (release) response.once('close', release)
}

/** A raw operation reads its body itself unless it declares the schema of a JSON body. */
const readsBody = ({ raw, schemas, method }: Operation) => method !== 'GET' && (!raw || schemas.body !== undefined)

/**
 * A raw operation answers through the Koa context, or sets `respond` to false and writes the answer itself. It gets the target in origin
 * form, because handlers do not expect the absolute form that proxies send.
 */
function handOver({ koa, response, id, path, search }: HttpExchange): void {
  koa.respond = true
  koa.req.url = search === '' ? path : `${path}?${search}`
  response.setHeader(REQUEST_ID, id)
  for (let at = 0; at < API_HEADERS.length; at += 2)
    response.setHeader(API_HEADERS[at] ?? '', API_HEADERS[at + 1] ?? '')
}

const hasAnswered = ({ status, body, respond }: ParameterizedContext) =>
  respond === false || status !== 404 || (body !== null && body !== undefined)
