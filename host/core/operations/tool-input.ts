import type { JsonSchema } from '@atrium/sdk/documents'
import type { Operation } from '../registries/index.ts'
import { agentListParameters } from './agent-list-parameters.ts'
import type { Parameter } from './openapi/list-dialect.ts'
import { operationParameters } from './openapi/operation-parameters.ts'

type Properties = Record<string, JsonSchema>

/** The members of one object, and which of them must be there. */
interface Members {
  readonly properties: Properties
  readonly required: readonly string[]
}

const NOTHING: Members = { properties: {}, required: [] }

/**
 * What an agent sends to call an operation: one object with the parameters of the path, those of the query, and the members of the
 * body. A parameter of the path wins over a member of the body with the same name; a body that is no object is the member `body`.
 * There are no conditions at the root: some models refuse such a schema, and the operation checks them all the same.
 */
export function toolInput(operation: Operation): JsonSchema {
  const body = agentBody(operation)
  const parts = [bodyMembers(body), parameterMembers(operation)]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Properties,
    required: [...new Set(parts.flatMap(({ required }) => required))],
    additionalProperties: false,
    ...(body?.$defs !== undefined && { $defs: body.$defs }),
  }
}

/** What an operation takes as its body: one that replaces or changes takes something, even if it does not say what. */
export const agentBody = ({ schemas, method }: Operation): JsonSchema | undefined =>
  schemas.body ?? (method === 'PUT' || method === 'PATCH' ? ANYTHING : undefined)

const ANYTHING: JsonSchema = { description: 'Any JSON.' }

/** Whether the members of a body stand beside the parameters; else the body is a member by itself. */
export const hasMembers = ({ properties, type }: JsonSchema) => properties !== undefined || type === 'object'

function bodyMembers(schema: JsonSchema | undefined): Members {
  if (schema === undefined) return NOTHING
  if (!hasMembers(schema)) return { properties: { body: schema }, required: ['body'] }
  const properties = Object.entries((schema.properties ?? {}) as Properties)
  return {
    properties: Object.fromEntries(properties.filter(([, member]) => member.readOnly !== true)),
    required: (schema.required ?? []) as string[],
  }
}

function parameterMembers(operation: Operation): Members {
  const isList = operation.declaration.kind === 'list'
  const parameters = operationParameters(operation).filter(
    ({ in: place }) => place === 'path' || (place === 'query' && !isList),
  )
  const all = isList ? [...agentListParameters(operation.declaration), ...parameters] : parameters
  return {
    properties: Object.fromEntries(all.map((parameter) => [parameter.name, schemaOf(parameter)])),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  }
}

const schemaOf = ({ description, schema }: Parameter): JsonSchema => ({
  ...schema,
  ...(description !== undefined && { description }),
})
