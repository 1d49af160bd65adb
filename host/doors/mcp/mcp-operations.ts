import type { Call } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { declareOperation } from '../../core/operations/declare-operation.ts'
import type { Method, Operation } from '../../core/registries/index.ts'

const SUMMARIES: Partial<Record<Method, string>> = {
  POST: 'The endpoint for agents (Model Context Protocol)',
  GET: 'Stream of changes of an agent’s session (MCP of 2025)',
  DELETE: 'Ends an agent’s session (MCP of 2025)',
}

/** `/api/v1/mcp` for whoever is signed in; each tool takes the permission of what it does, and leaves its audit row. */
export function mcpOperations(serve: (koa: ParameterizedContext) => Promise<void>): Operation[] {
  const handler = (_call: Call, koa: ParameterizedContext) => serve(koa)
  return Object.entries(SUMMARIES).map(([method, summary]) => {
    const options = { raw: true, transaction: false, summary }
    const declaration = { origin: {}, method: method as Method, path: '/', kind: 'plain', options, handler } as const
    return declareOperation('mcp', declaration, { unaudited: true })
  })
}
