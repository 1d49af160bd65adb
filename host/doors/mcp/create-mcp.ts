import { AsyncResource } from 'node:async_hooks'
import { mcpOperations } from './mcp-operations.ts'
import type { Endpoint, EndpointOptions } from './endpoint.ts'
import { requireOwnOrigin } from './require-own-origin.ts'

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
