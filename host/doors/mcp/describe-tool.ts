import { createHash } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Tool } from '@modelcontextprotocol/server'
import type { AgentTool } from './agent-tool.ts'
import { selfContained } from './self-contained.ts'
import { structuredSchema } from './structured.ts'
import { permissionsOf, visibleSchema } from './visible-schema.ts'

/** What is the same for every caller. */
interface Prepared {
  readonly input: JsonSchema
  readonly output: JsonSchema | undefined
  /** The permissions that decide which fields a caller gets to know of. */
  readonly permissions: readonly string[]
  readonly digest: string
  /** What everybody is told, where there are no such fields. */
  readonly told: Tool | undefined
}

const prepared = new WeakMap<AgentTool, Prepared>()

/** A tool as `tools/list` tells a caller of it. */
export function describeTool(tool: AgentTool, { can }: Caller): Tool {
  const known = prepareTool(tool)
  return known.told ?? toTool(tool, known, can)
}

/** Equal for two callers, or at two times, where `describeTool` is. */
export function digestTool(tool: AgentTool, { can }: Caller): string {
  const { digest, permissions } = prepareTool(tool)
  return permissions.length === 0 ? digest : `${digest}:${permissions.map((each) => Number(can(each))).join('')}`
}

/** Works out once what does not depend on the caller. Throws where a schema is no JSON. */
export function prepareTool(tool: AgentTool): Prepared {
  const known = prepared.get(tool) ?? prepareAnew(tool)
  prepared.set(tool, known)
  return known
}

function prepareAnew(tool: AgentTool): Prepared {
  const { input: given, output: answered, target: _, ...texts } = tool
  const input = selfContained(given)
  const output = answered && structuredSchema(selfContained(answered))
  const permissions = [...new Set([input, ...(output ? [output] : [])].flatMap(permissionsOf))]
  const digest = createHash('sha256')
    .update(JSON.stringify([texts, input, output]))
    .digest('base64url')
  const told = permissions.length === 0 ? toTool(tool, { input, output }, () => true) : undefined
  return { input, output, permissions, digest, told }
}

function toTool(tool: AgentTool, { input, output }: Pick<Prepared, 'input' | 'output'>, can: Caller['can']): Tool {
  const { name, title, description, read_only, destructive, idempotent } = tool
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: visibleSchema(input, can) as Tool['inputSchema'],
    ...(output && { outputSchema: visibleSchema(output, can) }),
    annotations: { readOnlyHint: read_only, destructiveHint: destructive, idempotentHint: idempotent },
  }
}
