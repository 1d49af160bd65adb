import type { HttpParameter, ToolDefinition } from './definition.ts'

type Values = Readonly<Record<string, unknown>>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof METHODS)[number]

/**
 * The operations of an OpenAPI document that can become tools: those whose arguments are in the path, the query, headers or a JSON body.
 */
export function operationsOf(document: Values): ToolDefinition[] {
  // Any other path would change the host of the address.
  const paths = Object.entries(object(document.paths)).filter(([path]) => path.startsWith('/'))
  return paths.flatMap(([path, given]) => {
    const item = resolved(given, document)
    return METHODS.flatMap((method) => {
      if (item[method] === undefined) return []
      const operation = resolved(item[method], document)
      return definitionOf({ method, path, item, operation, document }) ?? []
    })
  })
}

interface Operation {
  readonly method: Method
  readonly path: string
  /** The path item, whose parameters apply to each operation. */
  readonly item: Values
  readonly operation: Values
  readonly document: Values
}

function definitionOf(given: Operation): ToolDefinition | undefined {
  const { method, path, operation, document } = given
  const parameters = parametersOf(given)
  const body = bodyOf(operation, document)
  if (parameters === undefined || body === 'unusable') return undefined
  const { operationId, summary, description } = operation
  const told = [summary, description].filter((text) => typeof text === 'string' && text !== '')
  return {
    name: typeof operationId === 'string' && operationId !== '' ? operationId : `${method} ${path}`,
    ...(typeof summary === 'string' && { title: summary }),
    description: told.length > 0 ? told.join('\n\n') : `${method.toUpperCase()} ${path}`,
    input_schema: inputSchema(parameters, body, document),
    annotations: ANNOTATIONS[method],
    operation: {
      ...{ method: method.toUpperCase(), path, has_body: body !== undefined },
      parameters: parameters.map(({ name, place }) => ({ name, in: place })),
    },
  }
}

/** The annotations that follow from the method, as in MCP. */
const ANNOTATIONS: Readonly<Record<Method, Values>> = {
  get: { readOnlyHint: true },
  post: { readOnlyHint: false, destructiveHint: false },
  put: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  patch: { readOnlyHint: false, destructiveHint: true },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
}

interface Parameter {
  readonly name: string
  readonly place: HttpParameter['in']
  readonly required: boolean
  readonly schema: Values
}

/** Headers that belong to the connection, not to an agent. */
const NOT_AN_ARGUMENT = /^(authorization|cookie|host|accept|content-|connection|transfer-|proxy-|sec-|x-forwarded-)/i

/** The parameters; undefined if a required one cannot be set by an agent. */
function parametersOf({ path, item, operation, document }: Operation): Parameter[] | undefined {
  const all = new Map<string, Values>()
  for (const each of [...list(item.parameters), ...list(operation.parameters)]) {
    const parameter = resolved(each, document)
    all.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter)
  }
  const found: Parameter[] = []
  for (const { name, in: place, required = false, schema, description } of all.values()) {
    const isArgument = typeof name === 'string' && isPlace(place) && !(place === 'header' && NOT_AN_ARGUMENT.test(name))
    const isTaken = name === 'body' || found.some((other) => other.name === name)
    if (isArgument && !isTaken) {
      const told = typeof description === 'string' ? { description } : {}
      found.push({
        name,
        place,
        required: required === true || place === 'path',
        schema: { ...told, ...object(schema) },
      })
    } else if (required === true) return undefined
  }
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
  return inPath.every((name) => found.some((each) => each.place === 'path' && each.name === name)) ? found : undefined
}

const isPlace = (place: unknown): place is HttpParameter['in'] =>
  place === 'path' || place === 'query' || place === 'header'

interface Body {
  readonly required: boolean
  readonly schema: Values
}

/** The JSON body; undefined without one, `unusable` if another kind of body is required. */
function bodyOf({ requestBody }: Values, document: Values): Body | 'unusable' | undefined {
  const body = resolved(requestBody, document)
  if (Object.keys(body).length === 0) return undefined
  const kinds = Object.entries(object(body.content))
  const [, json] = kinds.find(([kind]) => /^application\/(json|[\w.+-]*\+json)\b/i.test(kind)) ?? []
  if (json !== undefined) return { required: body.required === true, schema: object(object(json).schema) }
  return body.required === true ? 'unusable' : undefined
}

function inputSchema(parameters: readonly Parameter[], body: Body | undefined, document: Values): object {
  const used = new Map<string, unknown>()
  const convert = (schema: Values) => converted(schema, { document, used })
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, convert(schema)]))
  const required = parameters.filter((each) => each.required).map(({ name }) => name)
  if (body?.required) required.push('body')
  const schema = {
    ...{ type: 'object', properties: { ...properties, ...(body && { body: convert(body.schema) }) } },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
  return used.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(used) }
}

interface Conversion {
  readonly document: Values
  /** Referenced schemas, by their new name. */
  readonly used: Map<string, unknown>
}

/** Keywords of OpenAPI that do not describe values. */
const NOT_OF_JSON_SCHEMA: readonly string[] = ['example', 'discriminator', 'xml', 'externalDocs', 'nullable']

/** A schema as JSON Schema 2020-12, with its references in `$defs`. Some notations of OpenAPI 3.0 differ. */
function converted(schema: unknown, conversion: Conversion): unknown {
  if (Array.isArray(schema)) return schema.map((each) => converted(each, conversion))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: unknown }
  if (typeof $ref === 'string') return { $ref: `#/$defs/${definitionNamed($ref, conversion)}` }
  const found = withoutReadOnly(schema as Record<string, unknown>)
  const members = Object.entries(found).filter(([name]) => !NOT_OF_JSON_SCHEMA.includes(name) && !name.startsWith('x-'))
  const plain = Object.fromEntries(members.map(([name, value]) => [name, convertedMember(name, value, conversion)]))
  return inNewWords(plain, found.nullable === true)
}

/** Members whose value is not a schema, and those that hold schemas under the author's names. */
const LITERAL: readonly string[] = ['enum', 'const', 'default', 'examples', 'required']
const BY_NAME: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas', '$defs']

function convertedMember(name: string, value: unknown, conversion: Conversion): unknown {
  if (LITERAL.includes(name)) return value
  if (!BY_NAME.includes(name)) return converted(value, conversion)
  return Object.fromEntries(
    Object.entries(object(value)).map(([each, schema]) => [each, converted(schema, conversion)]),
  )
}

function definitionNamed($ref: string, { document, used }: Conversion): string {
  const name = $ref.replace(/^#\/(components\/schemas\/)?/, '').replaceAll(/[^\w.-]/g, '_')
  if (used.has(name)) return name
  // Recorded first, because a schema may refer to itself.
  used.set(name, {})
  used.set(name, converted(pointed($ref, document), { document, used }))
  return name
}

/** Clients do not send members that only the server sets. */
function withoutReadOnly(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = Object.entries(object(schema.properties))
  const own = properties.filter(([, each]) => object(each).readOnly === true).map(([name]) => name)
  if (own.length === 0) return schema
  const required = list(schema.required).filter((name) => !own.includes(name as string))
  const kept = Object.fromEntries(properties.filter(([name]) => !own.includes(name)))
  return { ...schema, properties: kept, ...(schema.required !== undefined && { required }) }
}

function inNewWords(schema: Record<string, unknown>, isNullable: boolean): Record<string, unknown> {
  const { type, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  const word = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value })
  return {
    ...word('type', isNullable && typeof type === 'string' ? [type, 'null'] : type),
    ...rest,
    ...(exclusiveMinimum === true ? word('exclusiveMinimum', minimum) : word('minimum', minimum)),
    ...(exclusiveMaximum === true ? word('exclusiveMaximum', maximum) : word('maximum', maximum)),
    ...(typeof exclusiveMinimum === 'number' && { exclusiveMinimum }),
    ...(typeof exclusiveMaximum === 'number' && { exclusiveMaximum }),
  }
}

/** The target of a reference within the document. References to other documents are not followed, because nobody accepted those. */
function resolved(value: unknown, document: Values): Values {
  const found = object(value)
  return typeof found.$ref === 'string' ? object(pointed(found.$ref, document)) : found
}

function pointed($ref: string, document: Values): unknown {
  if (!$ref.startsWith('#/')) return {}
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((at, step) => (Object.hasOwn(object(at), step) ? object(at)[step] : undefined), document)
}

const object = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
