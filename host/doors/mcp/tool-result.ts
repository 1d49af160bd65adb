import { Readable } from 'node:stream'
import { ApiError } from '@atrium/sdk'
import { ToolContent } from '@atrium/sdk/host'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Outcome } from '../../core/operations/request.ts'
import type { AgentTool } from './agent-tool.ts'
import { structured } from './structured.ts'

/**
 * What a tool came to, as an agent gets it: structured, and once more as text for clients that read no other.
 * @throws ApiError 406 for a stream
 */
export function toolResult({ name, output }: AgentTool, { body, headers }: Outcome): CallToolResult {
  if (body instanceof ToolContent) return { content: [...body.blocks] }
  if (body instanceof Readable) {
    body.destroy()
    throw new ApiError('not_acceptable', {
      detail: `[${name}] answers a file, which no tool hands on. Get it over HTTP.`,
    })
  }
  if (body === undefined) return { content: [text('Done.')] }
  if (typeof body === 'string' && output === undefined) return { content: [text(body)] }
  const total = headers['x-total-count']
  const content = structured(body, { schema: output, total: total === undefined ? undefined : Number(total) })
  return { content: [text(JSON.stringify(content))], structuredContent: content }
}

const text = (text: string) => ({ type: 'text' as const, text })
