import { createHash } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import type { AgentTool } from './agent-tool.ts'
import { digestTool } from './describe-tool.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** The tools that a caller may call, in the order of their names. */
export const visibleTools = (catalogue: ToolCatalogue, { can }: Caller): AgentTool[] =>
  [...catalogue.all().values()].filter(({ permission }) => permission === undefined || can(permission))

/** Changes when what a caller would be told by `tools/list` does. */
export function digestTools(catalogue: ToolCatalogue, caller: Caller): string {
  const hash = createHash('sha256')
  for (const tool of visibleTools(catalogue, caller)) hash.update(digestTool(tool, caller))
  return hash.digest('base64url')
}
