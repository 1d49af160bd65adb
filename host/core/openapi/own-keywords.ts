/**
 * Renames the schema keywords of the platform to extensions, `currency` → `x-atrium-currency`, because linters refuse unknown keywords.
 * Names of properties and data (`default`, `enum`, examples) stay as they are. Of an object without named members it says that it may have
 * any, because generators of clients take it for one that has none.
 * @param document an OpenAPI document
 */
export function extendKeywords(document: object): object {
  return visitDocument(document) as object
}

function visitDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visitDocument)
  if (!isNode(value)) return value
  return mapMembers(value, (name, member) => {
    if (name === 'schema') return [name, visitSchema(member)]
    return [name, name === 'schemas' ? visitNamed(member) : visitDocument(member)]
  })
}

function visitSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visitSchema)
  if (!isNode(value)) return value
  return mapMembers(saysNothing(value) ? { ...value, additionalProperties: true } : value, (name, member) => {
    if (NAMED.has(name)) return [name, visitNamed(member)]
    if (SCHEMAS.has(name)) return [name, visitSchema(member)]
    return [DATA.has(name) || name.startsWith('x-') ? name : `x-atrium-${name}`, member]
  })
}

/** Whether a schema is that of an object about whose members nothing is said. */
const saysNothing = ({ type, properties = {}, ...others }: Node) =>
  type === 'object' && Object.keys(properties as object).length === 0 && !SAYING.some((keyword) => keyword in others)

const SAYING = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'allOf', 'anyOf', 'oneOf', '$ref']

const visitNamed = (value: unknown) =>
  isNode(value) ? mapMembers(value, (name, member) => [name, visitSchema(member)]) : value

const mapMembers = (node: Node, change: (name: string, member: unknown) => [string, unknown]) =>
  Object.fromEntries(Object.entries(node).map(([name, member]) => change(name, member)))

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const setOf = (names: string) => new Set(names.split(' '))

/** Keywords that hold schemas under names chosen by the author. */
const NAMED = setOf('properties patternProperties $defs definitions dependentSchemas')

/** Keywords that hold one schema or several. */
const SCHEMAS = setOf(
  'items prefixItems contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties ' +
    'allOf anyOf oneOf not if then else contentSchema',
)

/** All other keywords of JSON Schema 2020-12 and OpenAPI 3.1. */
const DATA = setOf(
  '$ref $id $schema $anchor $dynamicRef $dynamicAnchor $vocabulary $comment type enum const default ' +
    'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format ' +
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired ' +
    'title description deprecated readOnly writeOnly examples example contentEncoding contentMediaType ' +
    'discriminator xml externalDocs',
)
