import type { ParameterizedContext } from 'koa'
import { createRateLimit, PER_ADDRESS, PER_CALLER } from '../auth/create-rate-limit.ts'
import type { RateLimit } from '../auth/create-rate-limit.ts'
import type { Authenticate, Identity } from '../auth/identity.ts'
import { networkOf } from '../auth/network-of.ts'
import type { Logger } from '../log/index.ts'
import type { Perform } from '../operations/outcome.ts'
import { requirePermission } from '../operations/require-permission.ts'
import type { Registries } from '../registries/registries.ts'
import { answerMethod } from './answer-method.ts'
import { createReadBody } from './create-read-body.ts'
import { createRequestIds } from './create-request-ids.ts'
import { Exchange } from './exchange.ts'
import { logRequest } from './log-request.ts'
import { createMatchMemory } from './create-match-memory.ts'
import { sendPrepared } from './send-prepared.ts'
import { createRunner } from './create-runner.ts'
import { readTarget } from './read-target.ts'
import { requireCaller } from './require-caller.ts'
import { sendFailure } from './send-failure.ts'
import type { Site } from './site.ts'

export interface DispatchOptions {
  readonly registries: Registries
  readonly perform: Perform
  readonly authenticate: Authenticate
  readonly site: Site
  readonly log: Logger
  /** Of JSON bodies, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number
  /** Counts the requests of the API by the caller's id. Default `PER_CALLER`. */
  readonly limitCaller?: RateLimit
  /** Counts the requests of the API by network, whoever sends them: a wrong token counts too. Default `PER_ADDRESS`. */
  readonly limitAddress?: RateLimit
}

const MIB = 1024 * 1024

/**
 * The one middleware. The order for a request is that of design section 3: request id → address limit → identity → caller limit →
 * match → permission → body limit and parse → perform → log. What lies ready is answered without a promise in between.
 */
export function createDispatch(options: DispatchOptions): (koa: ParameterizedContext) => void | Promise<void> {
  const { registries, perform, authenticate, site, log } = options
  const { limitCaller = createRateLimit(PER_CALLER), limitAddress = createRateLimit(PER_ADDRESS) } = options
  const nameRequest = createRequestIds()
  const find = createMatchMemory(registries, site.beside)
  const run = createRunner({ perform, readBody: createReadBody(options.bodyLimit ?? MIB) })

  return (koa) => {
    koa.respond = false
    const exchange = new Exchange(koa, nameRequest(koa.req.headers['x-request-id']))
    try {
      const answered = answer(exchange)
      if (answered === undefined) return finish(exchange)
      return answered.then(
        () => finish(exchange),
        (error: unknown) => fail(exchange, error),
      )
    } catch (error) {
      fail(exchange, error)
    }
  }

  function answer(exchange: Exchange): void | Promise<void> {
    const { path, search } = readTarget(exchange.request.url ?? '/')
    exchange.path = path
    exchange.search = search
    if (path !== '/api' && !path.startsWith('/api/')) return site.page(exchange)
    limitAddress(networkOf(exchange.request.socket.remoteAddress ?? ''))
    const { authorization, cookie } = exchange.request.headers
    const identity = authenticate({ authorization, cookie, secure: exchange.koa.secure })
    return identity instanceof Promise ? identity.then((known) => serve(exchange, known)) : serve(exchange, identity)
  }

  function serve(exchange: Exchange, identity: Identity | undefined): void | Promise<void> {
    exchange.identity = identity
    if (identity !== undefined) limitCaller(identity.caller.id)
    const match = find(exchange.method, exchange.path)
    if (match === undefined || 'allowed' in match) {
      requireCaller(identity?.caller)
      if (match === undefined) throw site.explain(exchange.method, exchange.path)
      return answerMethod(exchange, match.allowed)
    }
    exchange.route = match.operation.path
    requirePermission(match.operation, identity?.caller)
    const ready = identity && site.document(match.operation, match.params, identity.caller)
    return ready === undefined ? run(exchange, match) : sendPrepared(exchange, ready)
  }

  function fail(exchange: Exchange, error: unknown): void {
    sendFailure(exchange, error, log)
    finish(exchange)
  }

  function finish(exchange: Exchange): void {
    const { response } = exchange
    if (response.writableEnded || response.destroyed) logRequest(log, exchange)
    else response.once('close', () => logRequest(log, exchange))
  }
}
