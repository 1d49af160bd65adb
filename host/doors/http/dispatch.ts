import { randomBytes } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import type { Authenticate, Identity, RateLimit, ReadSender } from '../../core/auth/index.ts'
import {
  createRateLimit,
  createReadSender,
  networkOf,
  PER_ADDRESS,
  PER_CALLER,
  PREVIEW_HEADER,
  previewText,
} from '../../core/auth/index.ts'
import { asksForCsv, CallerTurns, type Perform, type PreviewAs } from '../../core/operations/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import { answerMethod, sendFailure } from './failure.ts'
import type { Dispatch, KoaParts, Later } from './app.ts'
import { createReadBody } from './body.ts'
import { HttpExchange } from './http-exchange.ts'
import { createMatchMemory } from './match-memory.ts'
import { createRunner, type FollowCaller } from './run.ts'
import { sendPrepared } from './send.ts'
import type { Site } from './site.ts'
import { readTarget } from './target.ts'

export interface DispatchOptions {
  readonly registries: Registries
  readonly perform: Perform
  readonly authenticate: Authenticate
  /** Default: callers never change. */
  readonly follow?: FollowCaller
  /** Default: the header `Atrium-Preview` is ignored. */
  readonly preview?: PreviewAs
  readonly site: Site
  readonly log: HostLogger
  /** The largest JSON body, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number
  /** Limits requests of known callers, by id. Default `PER_CALLER`. */
  readonly limitCaller?: RateLimit
  /** Limits requests of anonymous callers and wrong tokens, by network. Default `PER_ADDRESS`. */
  readonly limitAddress?: RateLimit
  /** Lets callers take turns. Default: turns of this door alone. */
  readonly turns?: CallerTurns
  /** Default: no proxy is trusted. */
  readonly readSender?: ReadSender
}

/**
 * Handles every request. The order of checks (ARCHITECTURE: Operations): request id → identity → rate limit → match → turn of the
 * caller → permission → body limit and parse → perform → log. Prepared documents are answered synchronously.
 */
export function createDispatch(options: DispatchOptions, { contextOf, throughKoa }: KoaParts): Dispatch {
  const { registries, perform, authenticate, preview, site, log, follow = () => () => undefined } = options
  const { limitCaller = createRateLimit(PER_CALLER), limitAddress = createRateLimit(PER_ADDRESS) } = options
  const { readSender = createReadSender(), turns = new CallerTurns() } = options
  // Requests without their own id get this and a counter (`k3f9x2aq-1z`): a random id for each would cost more than the rest of a small
  // answer.
  const prefix = randomBytes(6).toString('base64url')
  let unnamed = 0
  const find = createMatchMemory(registries, site)
  const readBody = createReadBody(options.bodyLimit ?? MIB)
  const run = createRunner({ perform, readBody, findings: registries.findings, follow })

  return (request, response) => {
    const given = request.headers['x-request-id']
    const isNamed = typeof given === 'string' && SANE.test(given)
    const id = isNamed ? given : `${prefix}-${(unnamed += 1).toString(36)}`
    const exchange = new HttpExchange(request, response, { id, contextOf })
    try {
      const answering = answer(exchange)
      if (typeof answering === 'function') return throughKoa(exchange.koa, () => finish(exchange, answering()))
      if (answering !== undefined) void finish(exchange, answering)
      else finished(exchange)
    } catch (error) {
      fail(exchange, error)
    }
    return undefined
  }

  async function finish(exchange: HttpExchange, answering: Promise<void>): Promise<void> {
    try {
      await answering
      finished(exchange)
    } catch (error) {
      fail(exchange, error)
    }
  }

  function answer(exchange: HttpExchange): Answering {
    const { request } = exchange
    const { path, search } = readTarget(request.url ?? '/')
    exchange.path = path
    exchange.search = search
    if (path === METRICS) exchange.level = 'debug'
    else if (path !== '/api' && !path.startsWith('/api/')) return async () => site.page(exchange)
    const { authorization, cookie, [PREVIEW_HEADER]: text } = request.headers
    let identity: ReturnType<Authenticate>
    try {
      identity = authenticate({ authorization, cookie, secure: cookie !== undefined && readSender(request).isHttps })
    } catch (error) {
      return refuse(exchange, error)
    }
    if (identity instanceof Promise || text !== undefined) return () => serveLater(exchange, { identity, text })
    return serve(exchange, identity)
  }

  /** Serves as soon as the caller and the preview are known. */
  async function serveLater(exchange: HttpExchange, { identity, text }: Asked): Promise<void> {
    const { request, id } = exchange
    let known = await Promise.resolve(identity).catch((error: unknown) => refuse(exchange, error))
    if (known && text !== undefined && preview) {
      // A preview is always answered in full, because the browser's cache may contain what the viewer has seen.
      delete request.headers['if-none-match']
      known = await preview(known, String(text), { id })
    }
    const answering = serve(exchange, known)
    return typeof answering === 'function' ? answering() : answering
  }

  /** A wrong token counts against the limit of its network. */
  function refuse({ request }: HttpExchange, error: unknown): never {
    limitAddress(networkOf(readSender(request).address))
    throw error
  }

  function serve(exchange: HttpExchange, identity: Identity | undefined): Answering {
    exchange.identity = identity
    if (identity === undefined) limitAddress(networkOf(readSender(exchange.request).address))
    else limitCaller(identity.caller.actor_id)
    const match = find(exchange.method, exchange.path)
    if (match === undefined || 'allowed' in match) {
      requireCaller(identity?.caller)
      if (match === undefined) throw site.explain(exchange.method, exchange.path)
      answerMethod(exchange, match.allowed)
      return undefined
    }
    exchange.operation = match.operation
    exchange.route = match.operation.path
    const ready = identity && match.document?.(identity.caller)
    if (ready === undefined) return match.operation.raw ? () => runInTurn(exchange, match) : runInTurn(exchange, match)
    sendPrepared(exchange, ready)
    return undefined
  }

  async function runInTurn(exchange: HttpExchange, match: Parameters<typeof run>[1]): Promise<void> {
    const { identity, request, response } = exchange
    const who = identity?.caller.actor_id ?? networkOf(readSender(request).address)
    const kind = match.operation.lease === undefined ? 'platform' : 'plugins'
    const served = asksForCsv(match.operation, request.headers) ? 'files' : kind
    const turn = turns.begin(who, served)
    const end = turn instanceof Promise ? await turn : turn
    if (served === 'files') response.setTimeout(UNREAD, () => response.destroy())
    try {
      if (!response.destroyed) await run(exchange, match)
    } finally {
      end()
    }
  }

  function fail(exchange: HttpExchange, error: unknown): void {
    sendFailure(exchange, error, log)
    finished(exchange)
  }

  /** Counts and logs a request once its answer is sent. */
  function finished(exchange: HttpExchange): void {
    const { response, startedAt, operation, method, route } = exchange
    if (!response.writableEnded && !response.destroyed) {
      response.once('close', () => finished(exchange))
      return
    }
    const ms = performance.now() - startedAt
    const status = response.writableEnded ? response.statusCode : 'aborted'
    registries.vitals.request({ operation, method, route, status, ms })
    if (exchange.level === 'info' || log.writesDebug) logRequest(log, exchange, ms)
  }
}

/** Undefined if the request is answered, a promise if it will be, a function if Koa may have to send the answer of a raw handler. */
type Answering = undefined | Promise<void> | Later

/** The identity of the caller, and the requested preview. */
interface Asked {
  readonly identity: ReturnType<Authenticate>
  readonly text: string | string[] | undefined
}

/** The only operation outside `/api`. */
const METRICS = '/metrics'

const MIB = 1024 * 1024

/**
 * Milliseconds after which a file is given up whose client reads none of it; Node may notice it after twice this time. Until then it keeps
 * its turn from the caller's next file.
 */
const UNREAD = 30_000

/**
 * Anonymous callers cannot probe which paths exist.
 * @throws ApiError 401 `unauthenticated`
 */
function requireCaller(caller: Caller | undefined): asserts caller is Caller {
  if (caller === undefined) {
    throw new ApiError('unauthenticated', { detail: DETAIL, headers: { 'WWW-Authenticate': 'Bearer' } })
  }
}

const DETAIL = 'This path requires authentication. Sign in or send an API token as `Authorization: Bearer …`.'

/** The accepted form of `X-Request-Id`, which is repeated in the answer and in the log. */
const SANE = /^[\w.:~/+=-]{1,128}$/

/**
 * Logs one line per finished request: at `debug` for prepared documents, files, probes and metrics, or else at `info`. It contains the
 * pattern of the path, never the URL.
 */
function logRequest(log: HostLogger, exchange: HttpExchange, ms: number): void {
  const { request, response, id, method, route, identity, level } = exchange
  log[level]('request', {
    request_id: id,
    method,
    route,
    status: response.statusCode,
    ms: Math.round(ms * 100) / 100,
    caller: identity?.caller.actor_id,
    preview: identity?.caller.preview && previewText(identity.caller.preview),
    traceparent: request.headers.traceparent,
    aborted: response.writableEnded ? undefined : true,
  })
}
