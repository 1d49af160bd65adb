import type { JsonSchema } from '@atrium/sdk/documents'
import type { ListDialect, ListParameter, ToolOptions } from '@atrium/sdk/host'
import { list_of, list_parameters, record_fields } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'
import { meaningOf, recordOf } from './meaning.ts'
import type { Parameter } from './parameters.ts'
import { listDialect, operationParameters } from './parameters.ts'

/**
 * The input schema of an operation’s tool: one object with the path parameters, the query parameters and the members of
 * the body. A path parameter wins over a body member of the same name; a body that is not an object becomes the member
 * `body`. The root has no conditions, because some models reject such schemas; the operation still checks them. Every
 * member has a description.
 * @param siblings the operations of the same owner
 */
export function toolInput(operation: Operation, siblings: readonly Operation[]): JsonSchema {
  const body = agentBody(operation)
  const parts = [bodyMembers(operation, body), parameterMembers(operation, siblings)]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Properties,
    required: [...new Set(parts.flatMap(({ required }) => required))],
    additionalProperties: false,
    ...(body?.$defs !== undefined && { $defs: body.$defs }),
  }
}

/** The body schema of an operation. PUT and PATCH accept any JSON if they declare no body. */
export const agentBody = ({ schemas, method }: Operation): JsonSchema | undefined =>
  schemas.body ?? (method === 'PUT' || method === 'PATCH' ? ANYTHING : undefined)

const ANYTHING: JsonSchema = { description: 'Any JSON.' }

/** Whether the members of a body appear beside the parameters; otherwise the body is one member. */
export const hasMembers = ({ properties, type }: JsonSchema) => properties !== undefined || type === 'object'

/**
 * The hints about an operation for agents. Defaults: GET changes nothing, creating only adds, and any other change may
 * overwrite or remove. Clients ask their user before they call a destructive tool, so doubtful cases count as
 * destructive.
 */
export function operationHints(operation: Operation, declared: Partial<Hints> = {}): Hints {
  const { method } = operation
  const read_only = declared.read_only ?? method === 'GET'
  return {
    read_only,
    destructive: declared.destructive ?? !(read_only || isCreating(operation)),
    idempotent: declared.idempotent ?? (read_only || method === 'PUT' || method === 'DELETE'),
  }
}

const PLAIN = new Set(['q', '_page', '_limit', '_sort', '_order'])
const ORDERED = new Set(['integer', 'number', 'date', 'date-time'])

/**
 * The list parameters that are useful to agents: one way each to search, filter, sort and page. The list accepts all
 * others too. Each filter carries the permission of its field.
 */
function agentListParameters(list: ListDialect): Parameter[] {
  const comparisons = list_parameters(list.schema, list.rules)
  const fields = record_fields(list.schema)
  return listDialect(list).flatMap((parameter) => {
    const comparison = comparisons.get(parameter.name)
    if (comparison === undefined) return PLAIN.has(parameter.name) ? [parameter] : []
    const permission = fields.get(comparison.field)?.permission
    return isUseful(comparison)
      ? [{ ...parameter, schema: { ...parameter.schema, ...(permission !== undefined && { permission }) } }]
      : []
  })
}

function isUseful({ field, comparison, type }: ListParameter): boolean {
  if (comparison === 'eq') return true
  const isRange = comparison === 'gte' || comparison === 'lte'
  return isRange && field !== 'id' && type.choices === undefined && ORDERED.has(type.kind)
}

type Properties = Record<string, JsonSchema>

/** The members of one object and which of them are required. */
interface Members {
  readonly properties: Properties
  readonly required: readonly string[]
}

const NOTHING: Members = { properties: {}, required: [] }

function bodyMembers(operation: Operation, schema: JsonSchema | undefined): Members {
  if (schema === undefined) return NOTHING
  if (!hasMembers(schema)) return { properties: { body: { description: 'The body.', ...schema } }, required: ['body'] }
  const of = recordOf(operation)
  const properties = Object.entries((schema.properties ?? {}) as Properties)
  const writable = properties.filter(([, member]) => member.readOnly !== true)
  return {
    properties: Object.fromEntries(writable.map(([name, member]) => [name, described(name, member, of)])),
    required: (schema.required ?? []) as string[],
  }
}

/** Amounts of money get no description here, because `tools/list` adds one that names the unit. */
const described = (name: string, schema: JsonSchema, of: string | undefined): JsonSchema =>
  schema.currency === undefined ? { ...schema, description: meaningOf(name, schema, of) } : schema

function parameterMembers(operation: Operation, siblings: readonly Operation[]): Members {
  const list = list_of(operation.declaration)
  const parameters = operationParameters(operation, siblings).filter(
    ({ in: place }) => place === 'path' || (place === 'query' && list === undefined),
  )
  const all = list === undefined ? parameters : [...agentListParameters(list), ...parameters]
  return {
    properties: Object.fromEntries(all.map((parameter) => [parameter.name, schemaOf(parameter)])),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  }
}

const schemaOf = ({ description, schema }: Parameter): JsonSchema => ({ ...schema, description })

type Hints = Required<Pick<ToolOptions, 'read_only' | 'destructive' | 'idempotent'>>

const isCreating = ({ method, permission, declaration }: Operation) =>
  declaration.kind === 'create' || (method === 'POST' && permission?.endsWith('.create') === true)
