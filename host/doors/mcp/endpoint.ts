import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '@atrium/sdk'
import { debounce, Hold, settled, singleFlight } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { type Auth, toPrincipal } from '../../core/auth/index.ts'
import { createValidators } from '../../core/operations/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import type { ToolRoom } from '../../core/tools/index.ts'
import { createCallTool } from './call-tool.ts'
import { protocol, protocolOverNode } from './protocol.ts'
import { presentAgent, createToolServer } from './tool-server.ts'
import type { SessionLimits } from './sessions.ts'
import { Sessions } from './sessions.ts'
import { ToolCatalogue } from './tool-catalogue.ts'
import { ToolSubscriptions } from './tool-subscriptions.ts'
import { whenOver } from './when-over.ts'

export interface EndpointOptions {
  readonly registries: Registries
  readonly tools: Pick<ToolRoom, 'index' | 'run'>
  readonly log: HostLogger
  readonly sessions?: SessionLimits
  /** Reports when callers may have changed. Default: never. */
  readonly auth?: Pick<Auth, 'onChange' | 'renew'>
}

export interface Endpoint {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Serves both kinds of protocol revisions: 2026-07-28, which is stateless, and those of 2025 with sessions. Both use
 * the same catalogue and are notified of changes that concern them.
 */
export function createEndpoint({ registries, tools, log, sessions: limits, auth }: EndpointOptions): Endpoint {
  const { createMcpHandler, isLegacyRequest } = protocol()
  const { toNodeHandler } = protocolOverNode()
  const catalogue = new ToolCatalogue(tools.index)
  const running = new Hold()
  const callTool = createCallTool({ catalogue, runTool: tools.run, validators: createValidators({ log }), log })
  const parts = { catalogue, callTool }
  const subscriptions = new ToolSubscriptions(catalogue)
  const sessions = new Sessions(parts, limits)
  const onerror = (error: Error) =>
    log.debug('an MCP message was refused, or its answer could not be sent', { err: error })
  const modern = createMcpHandler(() => createToolServer(parts), { legacy: 'reject', bus: subscriptions, onerror })
  const tell = debounce(() => {
    subscriptions.toolsMayHaveChanged()
    sessions.toolsMayHaveChanged()
  })
  const renewAgents = singleFlight(async () => {
    if (auth === undefined) return
    const renew = (caller: Caller) => auth.renew(toPrincipal(caller))
    await Promise.all([subscriptions.renewAgents(renew), sessions.renewAgents(renew)])
    tell()
  })
  const failed = (err: unknown) => log.warn('the callers of MCP streams cannot be renewed', { err })
  const stops = [registries.onChange(tell), auth?.onChange(() => void renewAgents().catch(failed))]
  let isClosing = false

  async function answer(request: Request): Promise<Response> {
    if (isClosing) return STOPPING()
    const parsedBody = request.method === 'POST' ? await readJson(request.clone()) : undefined
    const isEndless = request.method === 'GET' || isListening(parsedBody)
    if (isEndless) return answerParsed(request, parsedBody)
    const over = running.pin()
    try {
      return whenOver(await answerParsed(request, parsedBody), over)
    } catch (error) {
      over()
      throw error
    }
  }

  async function answerParsed(request: Request, parsedBody: unknown): Promise<Response> {
    const isUnreadable = request.method === 'POST' && parsedBody === undefined
    if (isUnreadable || !(await isLegacyRequest(request, parsedBody))) return modern.fetch(request, { parsedBody })
    return sessions.answer(request, { agent: presentAgent(), parsedBody })
  }

  return {
    serve: toNodeHandler({ fetch: answer }, { onerror, maxRequestBodySize: LARGEST }),
    close: async () => {
      isClosing = true
      for (const stop of stops) stop?.()
      await settled(running.idle(), PATIENCE)
      await Promise.all([modern.close(), sessions.close()])
    },
  }
}

/** The largest message, in bytes; the same as for a body over HTTP. */
const LARGEST = 1024 * 1024

/** Milliseconds for which running tools may finish when the host closes. */
const PATIENCE = 5_000

const STOPPING = () =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32_000, message: 'The host is stopping. Retry in a moment.' }, id: null },
    { status: 503, headers: { connection: 'close', 'retry-after': '5' } },
  )

/** Whether the answer is a stream that stays open until either side closes it. */
const isListening = (message: unknown) =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen'

/** Resolves to undefined if the body is not JSON. */
async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}
