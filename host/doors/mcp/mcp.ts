import { AsyncResource } from 'node:async_hooks'
import type { Call } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { isSameOrigin } from '../../core/auth/index.ts'
import { declareOperation } from '../../core/operations/index.ts'
import type { Method, Operation } from '../../core/registries/index.ts'
import type { Endpoint, EndpointOptions } from './endpoint.ts'

const SUMMARIES: Partial<Record<Method, string>> = {
  POST: 'The endpoint for agents (Model Context Protocol)',
  GET: 'Stream of changes of an agent’s session (MCP of 2025)',
  DELETE: 'Ends an agent’s session (MCP of 2025)',
}

/** `/api/v1/mcp` for whoever is signed in; each tool takes the permission of what it does, and leaves its audit row. */
function mcpOperations(serve: (koa: ParameterizedContext) => Promise<void>): Operation[] {
  const handler = (_call: Call, koa: ParameterizedContext) => serve(koa)
  return Object.entries(SUMMARIES).map(([method, summary]) => {
    const options = { raw: true, transaction: false, summary }
    const declaration = { origin: {}, method: method as Method, path: '/', kind: 'plain', options, handler } as const
    return declareOperation('mcp', declaration, { unaudited: true })
  })
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i

/**
 * Keeps other sites' pages away, as MCP asks of every server, whatever token they hold. A page whose own name leads to this machine
 * (DNS rebinding) is of the same origin by its looks: what comes to a loopback address unencrypted has to name one. A proxy in
 * front speaks https to browsers.
 * @throws ApiError 403 `origin_refused`
 */
function requireOwnOrigin({ req, host }: ParameterizedContext): void {
  const { origin } = req.headers
  if (origin === undefined) return
  if (isSameOrigin({ headers: { origin }, host }) && !isRebound(origin, req.socket.localAddress)) return
  throw new ApiError('origin_refused', {
    detail: `A page of [${origin}] may not speak to the agents' endpoint of [${host}]. Programs send no Origin.`,
  })
}

function isRebound(origin: string, localAddress = ''): boolean {
  const { protocol, hostname } = new URL(origin)
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(localAddress)
  return isLocal && protocol === 'http:' && !LOOPBACK.test(hostname)
}

/** The endpoint for agents, of which nothing is loaded until the first of them comes. */
export interface Mcp {
  /** Takes no further messages, lets running tools end for a while, and ends all conversations. */
  close(): Promise<void>
}

/**
 * Serves `/api/v1/mcp`. Publishes its operations into the registries, so that identity, limits, request ids and the log are those of
 * every request. What speaks the protocol is imported when first asked for: it takes 30 MB.
 */
export function createMcp(options: EndpointOptions): Mcp {
  let endpoint: Promise<Endpoint> | undefined
  // Bound to here: its timer would keep the first request that comes.
  const open = AsyncResource.bind(async () => {
    const { createEndpoint } = await import('./endpoint.ts')
    return createEndpoint(options)
  })
  const operations = mcpOperations(async (koa) => {
    requireOwnOrigin(koa)
    koa.respond = false
    endpoint ??= open()
    const { serve } = await endpoint
    await serve(koa.req, koa.res)
  })
  options.registries.publishOperations('mcp', operations)
  return {
    close: async () => {
      endpoint ??= Promise.resolve(CLOSED)
      await (await endpoint).close()
    },
  }
}

/** What stands in for an endpoint that nobody ever needed. */
const CLOSED: Endpoint = {
  serve: async (_request, response) => void response.writeHead(503, { connection: 'close', 'retry-after': '5' }).end(),
  close: () => Promise.resolve(),
}
