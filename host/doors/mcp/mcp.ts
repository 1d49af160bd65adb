import { AsyncResource } from 'node:async_hooks'
import type { Call } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { isSameOrigin } from '../../core/auth/index.ts'
import { declareOperation } from '../../core/operations/index.ts'
import type { Method, Operation } from '../../core/registries/index.ts'
import { createEndpoint } from './endpoint.ts'
import { VIEW_QUERY } from './toolsets.ts'
import type { Endpoint, EndpointOptions } from './endpoint.ts'

/** The MCP endpoint; it is opened on first use. */
export interface Mcp {
  /** Refuses further messages, gives running tools time to finish, and ends all sessions. */
  close(): Promise<void>
}

/**
 * Serves `/api/v1/mcp`. Its operations are registered like any others, so identity, limits, request ids and the log
 * apply. The endpoint is opened on first use, because the implementation of the protocol takes 30 MB.
 */
export function createMcp(options: EndpointOptions): Mcp {
  let endpoint: Endpoint | undefined
  // Bound to this context: the endpoint’s timer would otherwise keep the first request in memory.
  const open = AsyncResource.bind(() => createEndpoint(options))
  const operations = mcpOperations(async (koa) => {
    requireOwnOrigin(koa)
    requireHost(koa)
    koa.respond = false
    endpoint ??= open()
    await endpoint.serve(koa.req, koa.res)
  })
  options.registries.publishOperations('mcp', operations)
  return {
    close: async () => {
      endpoint ??= CLOSED
      await endpoint.close()
    },
  }
}

/** Replaces an unused endpoint when the host closes. */
const CLOSED: Endpoint = {
  serve: async (_request, response) => void response.writeHead(503, { connection: 'close', 'retry-after': '5' }).end(),
  close: () => Promise.resolve(),
}

/**
 * The operations of `/api/v1/mcp`, for any signed-in caller. Each tool requires the permission of its operation and
 * leaves the audit row of that operation.
 */
function mcpOperations(serve: (koa: ParameterizedContext) => Promise<void>): Operation[] {
  const handler = (_call: Call, koa: ParameterizedContext) => serve(koa)
  return Object.entries(SUMMARIES).map(([method, summary]) => {
    // Each tool is a separate operation, which a preview refuses unless it only reads.
    const options = { raw: true, transaction: false, read_only: true, query: VIEW_QUERY, summary } as const
    const declaration = { origin: {}, method: method as Method, path: '/', kind: 'plain', options, handler } as const
    return declareOperation('mcp', declaration, { unaudited: true })
  })
}

const SUMMARIES: Partial<Record<Method, string>> = {
  POST: 'The endpoint for agents (Model Context Protocol)',
  GET: 'Stream of changes of an agent’s session (MCP of 2025)',
  DELETE: 'End an agent’s session (MCP of 2025)',
}

/**
 * Refuses pages of other sites, whatever token they hold, as MCP requires. A page whose own name resolves to this machine (DNS rebinding)
 * looks like the same origin, so an unencrypted request to a loopback address must name a loopback host. Behind a proxy, browsers use
 * https.
 * @throws ApiError 403 `origin_refused`
 */
function requireOwnOrigin({ req, host }: ParameterizedContext): void {
  const { origin } = req.headers
  if (origin === undefined) return
  if (isSameOrigin({ headers: { origin }, host }) && !isRebound(origin, req.socket.localAddress)) return
  throw new ApiError('origin_refused', {
    detail: `A page of [${origin}] may not call the MCP endpoint of [${host}]. Call it from the platform’s own pages, or without an Origin.`,
  })
}

/**
 * The protocol implementation builds a URL from the host and the path.
 * @throws ApiError 400 `header_malformed`
 */
function requireHost({ req: { headers } }: ParameterizedContext): void {
  const { host } = headers
  if (host === undefined || (/^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`))) return
  const detail = `The header [Host] is [${host}], which is no host name. Send the name of this host and its port.`
  throw new ApiError('header_malformed', { detail })
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i

function isRebound(origin: string, localAddress = ''): boolean {
  const { protocol, hostname } = new URL(origin)
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(localAddress)
  return isLocal && protocol === 'http:' && !LOOPBACK.test(hostname)
}
