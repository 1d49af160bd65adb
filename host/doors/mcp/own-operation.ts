import type { Call } from '@atrium/sdk'
import type { Operation, OwnTarget } from '../../core/registries/index.ts'
import type { AgentCall } from './agent-call.ts'
import type { AgentTool } from './agent-tool.ts'

/**
 * A tool with a handler of its own as an operation, so that `perform` runs it like all others: permission, validation, the hold on
 * its generation, audit. It has no route, and no transaction of the host's.
 */
export function ownOperation(
  tool: AgentTool,
  { handler, lease, withhold }: OwnTarget,
  { progress }: AgentCall,
): Operation {
  const method = tool.read_only ? 'GET' : 'POST'
  const run = ({ body, caller, signal }: Call) => handler({ input: body, caller, signal, progress })
  return {
    name: `TOOL ${tool.name}`,
    owner: tool.owner,
    method,
    path: '/api/v1/mcp',
    permission: tool.permission,
    open: false,
    transaction: false,
    raw: false,
    declaration: { origin: {}, method, path: '/', kind: 'plain', options: {}, handler: run },
    schemas: { body: tool.input, ...(tool.output && { response: tool.output }) },
    withhold,
    lease,
  }
}
