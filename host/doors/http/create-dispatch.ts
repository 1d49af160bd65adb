import { createRateLimit, PER_ADDRESS, PER_CALLER, networkOf } from '../../core/auth/index.ts'
import type { RateLimit, Authenticate, Identity } from '../../core/auth/index.ts'
import type { Logger } from '../../base/log/index.ts'
import type { Perform } from '../../core/operations/request.ts'
import { requirePermission } from '../../core/operations/request.ts'
import type { Registries } from '../../core/registries/index.ts'
import { answerMethod } from './answer-method.ts'
import { createReadBody } from './create-read-body.ts'
import { createRequestIds } from './create-request-ids.ts'
import { Exchange } from './exchange.ts'
import { logRequest } from './log-request.ts'
import { createMatchMemory } from './create-match-memory.ts'
import { sendPrepared } from './send-prepared.ts'
import { createRunner } from './create-runner.ts'
import type { Dispatch, Later } from './prompt-koa.ts'
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
  /** Counts the requests of who is known, by the caller's id. Default `PER_CALLER`. */
  readonly limitCaller?: RateLimit
  /** Counts the requests of who is not, by network; a wrong token counts too. Default `PER_ADDRESS`. */
  readonly limitAddress?: RateLimit
}

const MIB = 1024 * 1024

/**
 * What every request passes. The order is that of design section 3: request id → identity → rate limit → match → permission → body
 * limit and parse → perform → log. What lies ready is answered at once.
 */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { registries, perform, authenticate, site, log } = options
  const { limitCaller = createRateLimit(PER_CALLER), limitAddress = createRateLimit(PER_ADDRESS) } = options
  const nameRequest = createRequestIds()
  const find = createMatchMemory(registries, site.beside)
  const run = createRunner({ perform, readBody: createReadBody(options.bodyLimit ?? MIB) })

  return (koa) => {
    koa.respond = false
    const exchange = new Exchange(koa, nameRequest(koa.req.headers['x-request-id']))
    try {
      const later = answer(exchange)
      if (later !== undefined) return () => finishLater(exchange, later)
      finish(exchange)
    } catch (error) {
      fail(exchange, error)
    }
    return undefined
  }

  async function finishLater(exchange: Exchange, later: Later): Promise<void> {
    try {
      await later()
      finish(exchange)
    } catch (error) {
      fail(exchange, error)
    }
  }

  function answer(exchange: Exchange): Later | undefined {
    const { path, search } = readTarget(exchange.request.url ?? '/')
    exchange.path = path
    exchange.search = search
    if (path !== '/api' && !path.startsWith('/api/')) return async () => site.page(exchange)
    const identity = identify(exchange)
    if (!(identity instanceof Promise)) return serve(exchange, identity)
    return async () => serve(exchange, await identity)?.()
  }

  /** A wrong token counts like none. */
  function identify({ koa, request }: Exchange): ReturnType<Authenticate> {
    const { authorization, cookie } = request.headers
    try {
      return authenticate({ authorization, cookie, secure: koa.secure })
    } catch (error) {
      limitAddress(networkOf(request.socket.remoteAddress ?? ''))
      throw error
    }
  }

  function serve(exchange: Exchange, identity: Identity | undefined): Later | undefined {
    exchange.identity = identity
    if (identity === undefined) limitAddress(networkOf(exchange.request.socket.remoteAddress ?? ''))
    else limitCaller(identity.caller.id)
    const match = find(exchange.method, exchange.path)
    if (match === undefined || 'allowed' in match) {
      requireCaller(identity?.caller)
      if (match === undefined) throw site.explain(exchange.method, exchange.path)
      answerMethod(exchange, match.allowed)
      return undefined
    }
    exchange.route = match.operation.path
    requirePermission(match.operation, identity?.caller)
    const ready = identity && site.document(match.operation, match.params, identity.caller)
    if (ready === undefined) return () => run(exchange, match)
    sendPrepared(exchange, ready)
    return undefined
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
