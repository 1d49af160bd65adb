import { randomUUID } from 'node:crypto'
import { ApiError, type PluginContext, present_caller } from '@atrium/sdk'
import { type InnerCallOptions, parse_query_string } from '@atrium/sdk/host'
import type { OperationRegistry } from '../registries/index.ts'
import type { PerformMany } from './perform-many.ts'
import { innerRequest, presentRequest } from './request.ts'
import type { AdmittedRequest, Perform } from './request.ts'

export interface CallOptions {
  readonly operations: OperationRegistry
  readonly perform: Perform
  readonly performMany: PerformMany
  /** Explains a missing path, for example by an inactive plugin. Default: 404 `route_not_found`. */
  readonly explain?: (method: string, path: string) => ApiError
}

const NO_PATH = "[context.call] takes a method and a path: call('GET', '/api/v1/…')."

/**
 * `context.call` runs an operation of any plugin in process, as the present caller and in the present transaction. It
 * returns the value of the operation and rethrows its errors. The body is copied, so neither side sees the other’s
 * later changes. `context.call_each` does the same for each body.
 */
export function createCall(options: CallOptions): Pick<PluginContext, 'call' | 'call_each'> {
  const { operations, perform, performMany, explain = notFound } = options

  function requestOf(method: string, address: string, { query, body }: InnerCallOptions = {}): AdmittedRequest {
    if (typeof address !== 'string') throw new TypeError(NO_PATH)
    const [path = '', search = ''] = address.split('?', 2)
    const match = operations.match(method, path)
    if (match === undefined) throw explain(method, path)
    if ('allowed' in match) throw notAllowed(method, path, match.allowed)
    if (match.operation.raw) throw new Error(`[${match.operation.name}] is raw. Call it over HTTP.`)
    const inner = {
      ...match,
      query: { ...parse_query_string(search), ...query },
      body: structuredClone(body),
      isInProcess: true,
    }
    return innerRequest(presentRequest() ?? outermostRequest(), inner, { caller: present_caller() })
  }

  return {
    call: async (...call) => (await perform(requestOf(...call))).body,
    call_each: async (method, address, bodies) => {
      const answers = await performMany(requestOf(method, address), structuredClone(bodies))
      return answers.map((answer) => ('value' in answer ? { value: answer.value.body } : answer))
    },
  }
}

const notFound = (method: string, path: string) =>
  new ApiError('route_not_found', {
    detail: `No operation matches [${method} ${path}]. Check the method and the path.`,
  })

/** The request of work that runs outside of any call and has no caller. */
function outermostRequest(): Parameters<typeof innerRequest>[0] {
  return { caller: undefined, origin: 'system', requestId: randomUUID(), signal: new AbortController().signal }
}

function notAllowed(method: string, path: string, allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ')
  return new ApiError('method_not_allowed', {
    detail: `[${path}] does not support [${method}]. Use ${allow}.`,
    headers: { allow },
  })
}
