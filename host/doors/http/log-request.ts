import type { Logger } from '../../base/log/index.ts'
import type { Exchange } from './exchange.ts'

/** One line a request, when it is over: at `debug` for documents and files that lay ready, else at `info`. Holds no URL, only its pattern. */
export function logRequest(log: Logger, exchange: Exchange): void {
  const { request, response, id, method, route, identity, startedAt, level } = exchange
  log[level](
    {
      request_id: id,
      method,
      route,
      status: response.statusCode,
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
      caller: identity?.caller.id,
      traceparent: request.headers.traceparent,
      aborted: response.writableEnded ? undefined : true,
    },
    'request',
  )
}
