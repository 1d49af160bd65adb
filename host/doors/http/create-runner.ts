import type { ParameterizedContext } from 'koa'
import { checkOrigin } from '../../core/auth/index.ts'
import type { Perform } from '../../core/operations/request.ts'
import type { Operation } from '../../core/registries/index.ts'
import { API_HEADERS, REQUEST_ID } from './api-headers.ts'
import type { ReadBody } from './create-read-body.ts'
import type { Exchange } from './exchange.ts'
import { HttpCall } from './http-call.ts'
import { sendOutcome } from './send-outcome.ts'

/** An operation that a path led to. */
interface Found {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** Makes the last steps of a request: origin, body, `perform`, answer. What goes wrong is thrown. */
export function createRunner({ perform, readBody }: { perform: Perform; readBody: ReadBody }) {
  return async (exchange: Exchange, { operation, params }: Found): Promise<void> => {
    const { koa, request, method, identity } = exchange
    holdGeneration(exchange, operation)
    checkOrigin({ method, identity, headers: request.headers, host: koa.host })
    const body = readsBody(operation) ? await readBody(koa) : undefined
    if (operation.raw) handOver(exchange)
    // What a path leads to is remembered and shared, so nobody gets the original.
    const outcome = await perform(new HttpCall(exchange, operation, { params: { ...params }, body }))
    if (operation.raw && hasAnswered(koa)) {
      exchange.isHandedOver = true
      return
    }
    koa.respond = false
    await sendOutcome(exchange, outcome)
  }
}

/**
 * Until its last byte is gone an answer belongs to the generation that gives it; one that never ends is cut off. Where nothing was
 * answered and the handler still works, `held` makes an error of it.
 */
function holdGeneration(exchange: Exchange, { lease }: Operation): void {
  const { response } = exchange
  const release = lease?.pin(() => {
    if (response.headersSent || exchange.isHandedOver) response.destroy()
  })
  if (release) response.once('close', release)
}

/** A raw operation reads its body itself, unless it has said what JSON it takes. */
const readsBody = ({ raw, schemas, method }: Operation) => method !== 'GET' && (!raw || schemas.body !== undefined)

/** A raw operation answers through the Koa context, or sets `respond` to false and writes the answer itself. */
function handOver({ koa, response, id }: Exchange): void {
  koa.respond = true
  response.setHeader(REQUEST_ID, id)
  for (let at = 0; at < API_HEADERS.length; at += 2)
    response.setHeader(API_HEADERS[at] ?? '', API_HEADERS[at + 1] ?? '')
}

const hasAnswered = ({ status, body, respond }: ParameterizedContext) =>
  respond === false || status !== 404 || (body !== null && body !== undefined)
