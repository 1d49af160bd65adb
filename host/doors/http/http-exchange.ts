import type { ParameterizedContext } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Identity } from '../../core/auth/index.ts'

/** One request, its answer, and what is known about it so far. */
export class HttpExchange {
  // `declare`: a field that is defined before the constructor assigns it is written twice.
  declare readonly koa: ParameterizedContext
  declare readonly request: IncomingMessage
  declare readonly response: ServerResponse
  declare readonly id: string
  declare readonly method: string
  declare readonly startedAt: number
  /** Still percent-encoded; both are empty until the target is read. */
  declare path: string
  declare search: string
  /** For the log: the pattern of the path. The URL itself may contain names and secrets. */
  declare route: string
  declare identity: Identity | undefined
  /** True once a raw handler has left its answer to Koa or to its own code; nothing else ends it then. */
  declare isHandedOver: boolean
  /** `debug` for prepared answers: they are read often, and their log lines cost more than they tell. */
  declare level: 'info' | 'debug'
  declare private abort: AbortController | undefined

  constructor(koa: ParameterizedContext, id: string) {
    this.koa = koa
    this.request = koa.req
    this.response = koa.res
    this.id = id
    this.method = koa.req.method ?? 'GET'
    this.startedAt = performance.now()
    this.path = ''
    this.search = ''
    this.route = '-'
    this.identity = undefined
    this.isHandedOver = false
    this.level = 'info'
    this.abort = undefined
  }

  /** Aborts when the client disconnects. */
  abortSignal(): AbortSignal {
    this.abort ??= abortWithClient(this.response)
    return this.abort.signal
  }
}

function abortWithClient(response: ServerResponse): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return controller
}
