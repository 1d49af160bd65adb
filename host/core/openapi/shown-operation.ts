import type { Caller } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import { as_caller, type FieldAccess, store_access, visible_rules, visible_schema } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'

/**
 * An operation as described to a caller: its answer, record and list parameters lack the fields that the caller's roles hide. New records
 * also lack those that the roles make read-only. Returns the operation itself if the roles do not limit these. Permissions of fields are
 * not considered. The bodies of actions stay, because their author decides what they accept.
 */
export function operationShownTo(operation: Operation, caller: Caller): Operation {
  const asked: Caller = { ...caller, can: () => true }
  return as_caller(asked, () => shownTo(operation, asked), { operation })
}

function shownTo(operation: Operation, caller: Caller): Operation {
  const { declaration, schemas } = operation
  const { store, rules } = declaration
  const body = store === undefined ? schemas.body : bodyShownTo(operation, store_access(store, caller))
  const response = schemas.response && answerShownTo(operation, schemas.response, caller)
  const shownRules = store && rules && visible_rules({ ...store, rules }, caller)
  if (body === schemas.body && response === schemas.response && shownRules === rules) return operation
  return {
    ...operation,
    declaration: { ...declaration, ...(shownRules && { rules: shownRules }) },
    schemas: { ...schemas, ...(body && { body }), ...(response && { response }) },
  }
}

/** The schema of an answer of an operation, or of a tool with its own handler. */
export function answerShownTo<Schema extends object>(
  { withhold }: Pick<Operation, 'withhold'>,
  schema: Schema,
  caller: Caller,
): Schema {
  const hides = (name: string) => {
    const row: unknown = { [name]: 0 }
    return withhold.other(row, caller) !== row
  }
  return visible_schema(schema, { caller, hides })
}

/** As in the form of the record. PUT may send read-only values back unchanged. */
function bodyShownTo({ schemas: { body }, declaration: { kind } }: Operation, limits: readonly FieldAccess[]) {
  if (body === undefined || !BODIES.has(kind)) return body
  const names = new Set(limits.flatMap(({ hidden, locked }) => [...(kind === 'replace' ? hidden : locked)]))
  return kind === 'bulk' ? changesWithout(body, names) : withoutAny(body, names)
}

/** The body of a bulk route without these fields among its changes. */
function changesWithout(body: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties = {} } = body as { properties?: { changes?: JsonSchema } }
  const changes = properties.changes && withoutAny(properties.changes, names)
  return changes === properties.changes || changes === undefined ? body : changesReplaced(body, changes)
}

/** The body of a bulk route with another schema of its changes, both of those for all records and of those for each. */
export function changesReplaced(body: JsonSchema, changes: JsonSchema): JsonSchema {
  const { records, ...others } = (body.properties ?? {}) as Record<string, JsonSchema & { items?: JsonSchema }>
  const item = records?.items
  const own = item && { ...item, properties: { ...(item.properties as object), changes } }
  return { ...body, properties: { ...others, changes, ...(own && { records: { ...records, items: own } }) } }
}

/** The same schema if it has none of the fields. */
const withoutAny = (schema: JsonSchema, names: ReadonlySet<string>): JsonSchema =>
  Object.keys((schema as { properties?: object }).properties ?? {}).some((name) => names.has(name))
    ? withoutFields(schema, names)
    : schema

const BODIES = new Set<string>(['create', 'replace', 'update', 'bulk'])

function withoutFields(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties, required, allOf, then } = schema as ConditionalSchema
  return {
    ...schema,
    ...(properties && { properties: without(properties, names) }),
    ...(required && { required: required.filter((name) => !names.has(name)) }),
    ...(then && { then: withoutFields(then, names) }),
    ...(allOf && {
      allOf: allOf.filter((each) => !dependsOn(each, names)).map((each) => withoutFields(each, names)),
    }),
  }
}

interface ConditionalSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly allOf?: readonly (JsonSchema & { readonly if?: { readonly properties?: object } })[]
  readonly then?: JsonSchema
}

/** Whether a condition of the form depends on one of the fields. */
const dependsOn = (schema: { readonly if?: { readonly properties?: object } }, names: ReadonlySet<string>) =>
  Object.keys(schema.if?.properties ?? {}).some((name) => names.has(name))

const without = (properties: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)))
