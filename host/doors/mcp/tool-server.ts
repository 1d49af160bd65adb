import type { ToolCall } from '@atrium/sdk'
import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { presentRequest } from '../../core/operations/index.ts'
import type { CallTool } from './call-tool.ts'
import { protocol } from './protocol.ts'
import { listTools } from './tool-catalogue.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'
import type { Agent } from './toolsets.ts'
import { viewOf } from './toolsets.ts'

export interface ToolServerParts {
  readonly catalogue: ToolCatalogue
  readonly callTool: CallTool
}

/** The version of the API as a whole, as in its paths. */
const IDENTITY = { name: 'atrium', title: 'Atrium', version: '1' }

const INSTRUCTIONS =
  'Atrium manages the records of its plugins; the name of a tool begins with its plugin. You see tools that you may call, and ' +
  'the list changes when a plugin is reloaded. If there is a tool search_tools, the list is not complete: find others with it. Lists answer one page, `{ items, total }`; ask for others with `_page` and `_limit`. ' +
  'What fails says why, which fields are wrong and what to do.'

/**
 * Makes the protocol server of one session or request. It reads the catalogue on each message, so an ongoing session
 * reaches the new generation after a reload.
 * @param options.onListed called after a client has listed its tools
 */
export function createToolServer(
  { catalogue, callTool }: ToolServerParts,
  { onListed = () => undefined }: { onListed?: () => void } = {},
): McpServer {
  const { McpServer } = protocol()
  const mcp = new McpServer(IDENTITY, { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS })
  // The protocol looks here for arguments that clients repeat in headers (`x-mcp-header`, SEP-2243).
  mcp.toolInputSchemaJson = (name) => catalogue.inputOf(name)
  mcp.server.setRequestHandler('tools/list', ({ params }) => {
    const result = listTools(catalogue, presentAgent(), params?.cursor)
    onListed()
    return result
  })
  mcp.server.setRequestHandler('tools/call', ({ params }, context) => {
    const { requestId, ...agent } = presentAgent()
    const { name, arguments: given } = params
    const { signal } = context.mcpReq
    return callTool({ tool: name, arguments: given, agent, requestId, signal, progress: progressTo(context) })
  })
  return mcp
}

/** Reports progress if the agent requested it. */
function progressTo({ mcpReq }: ServerContext): ToolCall<unknown>['progress'] {
  const progressToken = mcpReq._meta?.progressToken
  return async (done, { total, message } = {}) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return
    const params = {
      progressToken,
      progress: done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    }
    await mcpReq.notify({ method: 'notifications/progress', params })
  }
}

/**
 * The agent and the id of the current HTTP request. Each message is authenticated and names its toolsets in its address; a session has no
 * identity. The protocol answers within the request that carried the message.
 */
export function presentAgent(): Agent & { readonly requestId: string } {
  const { caller, requestId, query } = presentRequest() ?? {}
  if (caller === undefined || requestId === undefined || query === undefined)
    throw new Error('An MCP message was handled outside of an HTTP request.')
  return { caller, requestId, view: viewOf(query) }
}
