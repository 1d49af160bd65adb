import type { JsonSchema } from '@atrium/sdk/documents'
import type { ListParameter, RouteDeclaration, ToolOptions } from '@atrium/sdk/host'
import { list_parameters, record_fields } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'
import type { Parameter } from './parameters.ts'
import { listDialect, operationParameters } from './parameters.ts'

const PLAIN = new Set(['q', '_page', '_limit', '_sort', '_order'])
const ORDERED = new Set(['integer', 'number', 'date', 'date-time'])

/**
 * What agents have use for of the parameters of a list: searching, filtering, sorting and paging one way each. All others work for
 * them too. Each filter carries the permission of its field.
 */
function agentListParameters(declaration: RouteDeclaration): Parameter[] {
  const { record, rules } = declaration
  if (record === undefined || rules === undefined) return []
  const comparisons = list_parameters(record, rules)
  const fields = record_fields(record)
  return listDialect(declaration).flatMap((parameter) => {
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

type Hints = Required<Pick<ToolOptions, 'read_only' | 'destructive' | 'idempotent'>>

/**
 * What an agent may expect of an operation, unless declared: GET changes nothing, creating adds, and whatever else changes something
 * may overwrite or remove. A client asks its person before it calls what is destructive, so doubt is told as such.
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

const isCreating = ({ method, permission, declaration }: Operation) =>
  declaration.kind === 'create' || (method === 'POST' && permission?.endsWith('.create') === true)
