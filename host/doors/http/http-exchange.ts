import type { ParameterizedContext } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Identity } from '../../core/auth/index.ts'

/** One request with its answer, and what has been found out about it so far. */
export class HttpExchange {
  readonly koa: ParameterizedContext
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly method: string
  readonly startedAt = performance.now()
  /** Still percent-encoded; both are empty until the target is read. */
  path = ''
  search = ''
  /** For the log: the pattern of the path, never the URL itself, which may hold names and secrets. */
  route = '-'
  identity: Identity | undefined
  /** A raw handler has returned and left its answer to Koa or to itself: nobody else ends it any more. */
  isHandedOver = false
  /** What lies ready is read so often, and says so little, that its line costs more than it tells. */
  level: 'info' | 'debug' = 'info'

  constructor(koa: ParameterizedContext, id: string) {
    this.koa = koa
    this.request = koa.req
    this.response = koa.res
    this.id = id
    this.method = koa.req.method ?? 'GET'
  }
}
