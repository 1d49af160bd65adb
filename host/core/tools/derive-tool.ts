import type { JsonSchema } from '@atrium/sdk/documents'
import { list_of, MOST_AT_ONCE, type ToolOptions } from '@atrium/sdk/host'
import { operationHints, toolInput } from '../openapi/index.ts'
import type { Operation, OwnTarget } from '../registries/index.ts'

/** A tool for agents, registered by a plugin or derived from an operation. */
export interface AgentTool extends Required<Omit<ToolOptions, 'title'>> {
  readonly name: string
  readonly title: string | undefined
  readonly owner: string
  /** Undefined: any signed-in caller may call it. */
  readonly permission: string | undefined
  readonly input: JsonSchema
  /** The schema of the answer before it is wrapped in an object. */
  readonly output: JsonSchema | undefined
  readonly target: { readonly operation: Operation } | OwnTarget
  /** Whether its author registered it for agents, instead of it being derived. */
  readonly isRegistered: boolean
}

/** Whether a tool is derived from an operation: it has a schema, and no better operation does the same. */
export function isDerivable(operation: Operation, siblings: readonly Operation[]): boolean {
  const { raw, owner, name, schemas, declaration } = operation
  if (raw || declaration.options.tool === false || (NOT_FOR_AGENTS.has(owner) && !FOR_AGENTS_ALL_THE_SAME.has(name)))
    return false
  return hasSchema(schemas) && !isSecondWay(operation, siblings)
}

/**
 * Makes the tool for an operation from its declaration.
 * @param options.siblings the operations of the same owner
 */
export function deriveTool(
  operation: Operation,
  { name, siblings }: { name: string; siblings: readonly Operation[] },
): AgentTool {
  const { summary } = operation.declaration.options
  return {
    name,
    title: summary,
    owner: operation.owner,
    description: descriptionOf(operation),
    permission: operation.permission,
    ...operationHints(operation),
    input: toolInput(operation, siblings),
    output: outputOf(operation),
    target: { operation },
    isRegistered: false,
  }
}

/** For an operation that may continue in the background, either answer. */
export function outputOf({ schemas: { response, accepted } }: Operation): JsonSchema | undefined {
  if (accepted === undefined || response === undefined) return response as JsonSchema | undefined
  return { type: 'object', anyOf: [response, accepted] }
}

/** Not useful to agents: sign-in, this endpoint, API descriptions, and documents that only the shell renders. */
const NOT_FOR_AGENTS = new Set(['auth', 'mcp', 'openapi.json', 'ui', 'forms', 'panels'])
const FOR_AGENTS_ALL_THE_SAME = new Set(['GET /api/v1/panels/{panelId}/search'])

const hasSchema = ({ params, query, body, response }: Operation['schemas']) =>
  [params, query, body, response].some((schema) => schema !== undefined)

/** PUT of the record kit does the same as PATCH but requires more fields. */
const isSecondWay = ({ path, declaration }: Operation, siblings: readonly Operation[]) =>
  declaration.kind === 'replace' && siblings.some((other) => other.path === path && other.declaration.kind === 'update')

function descriptionOf({ name, declaration }: Operation): string {
  const { summary, description } = declaration.options
  const list =
    list_of(declaration) !== undefined
      ? ['Answers one page: the records as `items`, and how many match as `total`.']
      : []
  const many =
    declaration.kind === 'bulk'
      ? [`Changes more than ${MOST_AT_ONCE} matches in the background; follow the answered id with bulk_get_action.`]
      : []
  const sentences = [summary ?? `Calls ${name}`, description, ...list, ...many].filter(
    (text) => text !== undefined && text !== '',
  )
  return sentences.map((text) => (/[.!?]$/.test(text as string) ? text : `${text}.`)).join(' ')
}
