import { createHash } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Tool } from '@modelcontextprotocol/server'
import { hoistDefinitions } from '../openapi/index.ts'
import type { AgentTool } from './derive-tool.ts'
import { permissionsOf, visibleSchema } from './visible-schema.ts'

/** Describes a tool for `tools/list`, as one caller sees it. */
export function describeTool(tool: AgentTool, { caller, outputSchema }: DescribeOptions): Tool {
  const { told, ...prepared } = prepareTool(tool)
  const described = told ?? toTool(tool, prepared, caller.can)
  if (outputSchema) return described
  const { outputSchema: _, ...compact } = described
  return compact
}

interface DescribeOptions {
  readonly caller: Caller
  /** Whether to describe the result too. */
  readonly outputSchema: boolean
}

/** The length of a tool’s description without its output schema, in characters of JSON. */
export const sizeOf = (tool: AgentTool): number => prepareTool(tool).size

/** A digest that is equal whenever `describeTool` is. */
export function digestTool(tool: AgentTool, { can }: Caller): string {
  const { digest, permissions } = prepareTool(tool)
  return permissions.length === 0 ? digest : `${digest}:${permissions.map((each) => Number(can(each))).join('')}`
}

/** Prepares the caller-independent parts once per tool. Throws if a schema is not JSON. */
export function prepareTool(tool: AgentTool): Prepared {
  const known = prepared.get(tool) ?? prepareAnew(tool)
  prepared.set(tool, known)
  return known
}

/** @param total the total number of items, if the value is one page of them */
export function structured(
  value: unknown,
  { schema, total }: { schema?: JsonSchema | undefined; total?: number | undefined },
) {
  const shape = schema === undefined ? shapeOfValue(value) : shapeOf(schema)
  if (shape === 'object') return value as Record<string, unknown>
  if (shape === 'value') return { result: value }
  return { items: value, total: total ?? (value as readonly unknown[]).length }
}

const ELSEWHERE = /"\$ref":"(?!#)/

/**
 * Makes a schema self-contained. TypeBox refers to a recursive schema by the `$id` of a definition, which clients would
 * try to load as another document.
 */
function selfContained(schema: JsonSchema): JsonSchema {
  if (!ELSEWHERE.test(JSON.stringify(schema))) return schema
  const { components, ...rest } = hoistDefinitions({ ...schema, components: { schemas: {} } }) as Hoisted
  const text = JSON.stringify({ ...rest, $defs: components.schemas })
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as JsonSchema
}

interface Hoisted extends JsonSchema {
  readonly components: { readonly schemas: object }
}

/** The description parts that do not depend on the caller. */
interface Prepared {
  readonly input: JsonSchema
  readonly output: JsonSchema | undefined
  /** The permissions that decide which fields a caller sees. */
  readonly permissions: readonly string[]
  readonly digest: string
  readonly size: number
  /** The complete description, if no field has a permission. */
  readonly told: Tool | undefined
}

const prepared = new WeakMap<AgentTool, Prepared>()

function prepareAnew(tool: AgentTool): Prepared {
  const { input: given, output: answered, target: _, isRegistered: __, ...texts } = tool
  const input = selfContained(given)
  const output = answered && structuredSchema(selfContained(answered))
  const permissions = [...new Set([input, ...(output ? [output] : [])].flatMap(permissionsOf))]
  const digest = createHash('sha256')
    .update(JSON.stringify([texts, input, output]))
    .digest('base64url')
  const whole = toTool(tool, { input, output }, () => true)
  const told = permissions.length === 0 ? whole : undefined
  const size = JSON.stringify({ ...whole, outputSchema: undefined }).length
  return { input, output, permissions, digest, size, told }
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

/**
 * The 2025 revisions of MCP accept only objects as structured answers: a list becomes `{ items, total }` and any other
 * value `{ result }`. If there is a schema, it also decides the shape of the value.
 */
function structuredSchema(schema: JsonSchema): JsonSchema {
  const { $defs, ...own } = schema
  const definitions = $defs === undefined ? {} : { $defs }
  switch (shapeOf(schema)) {
    case 'object':
      return schema
    case 'list': {
      const properties = { items: own, total: { type: 'integer', description: 'The total number of matches' } }
      return { type: 'object', properties, required: ['items', 'total'], ...definitions }
    }
    case 'value':
      return { type: 'object', properties: { result: own }, required: ['result'], ...definitions }
  }
}

type Shape = 'object' | 'list' | 'value'

function shapeOf({ type }: JsonSchema): Shape {
  if (type === 'object') return 'object'
  return type === 'array' ? 'list' : 'value'
}

function shapeOfValue(value: unknown): Shape {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'object' : 'value'
}
