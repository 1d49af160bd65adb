import { TextFormat } from '../documents/entry.ts'
import { DeclarationError } from './declaration-error.ts'
import { is_plural, is_slip, nearest_name } from './nearest-name.ts'
import { is_permission, PERMISSION_FIX } from './permission.ts'
import { wrong_default } from './wrong-default.ts'
import { wrong_values } from './wrong-values.ts'
import { currency_problem, shown_argument, suggest_name } from './require.ts'

type Json = Readonly<Record<string, unknown>>
type Code = 'argument_invalid' | 'record_invalid'

/** Keywords that limit a value, with the type that each takes. */
const LIMITS: Readonly<Record<string, 'number' | 'string' | 'boolean'>> = {
  ...{ minimum: 'number', maximum: 'number', exclusiveMinimum: 'number', exclusiveMaximum: 'number' },
  ...{ multipleOf: 'number', minLength: 'number', maxLength: 'number', minItems: 'number', maxItems: 'number' },
  ...{ pattern: 'string', format: 'string', uniqueItems: 'boolean', readOnly: 'boolean' },
}

const LIMITED = Object.entries(LIMITS)
const LIMIT_NAMES = Object.keys(LIMITS)

/** Pairs that would leave no value. */
const RANGES = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

/** The formats that the host checks or shows. Others are let through, because they may be the author's own, unless one of these is near. */
const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'url',
  'uuid',
  ...TextFormat.enum,
]

/** Formats of JSON Schema, and of ids, that look like others by chance. */
const ALIKE = ['iri', 'iri-reference', 'uri-reference', 'uri-template', 'idn-email', 'idn-hostname', 'ulid', 'cuid']

/** Keywords whose members or elements are schemas. */
const NAMED = ['properties', '$defs', 'patternProperties']
const LISTED = ['anyOf', 'allOf', 'oneOf', 'prefixItems']
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else']

/** Other keywords whose loss an author would notice late. */
const EFFECTIVE = [
  'type',
  'title',
  'description',
  'default',
  'enum',
  'const',
  'required',
  'permission',
  'secret',
  'currency',
]

/** The keywords with which unknown ones are compared. */
const COMPARED = [...LIMIT_NAMES, ...EFFECTIVE, 'properties', 'items', 'additionalProperties']

/** Keywords that need no comparison with those above, because they are right. Comparing names takes long, and most keywords are these. */
const RIGHT_KEYWORDS = new Set([
  ...[...LIMIT_NAMES, ...EFFECTIVE, ...NAMED, ...LISTED, ...SINGLE],
  ...['examples', 'example', 'deprecated', 'writeOnly', 'contains', 'minContains', 'maxContains', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'definitions', 'discriminator'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentMediaType', 'contentEncoding', 'contentSchema'],
])

/** Schemas that were found right: a record's schema is part of the schemas of all its routes. */
const RIGHT_SCHEMAS = new WeakSet<object>()

/**
 * Throws at the author's call if a keyword of a schema is misspelt or has a value that it cannot have. JSON Schema ignores unknown
 * keywords, so the limit would silently not exist.
 * @param what as in a sentence: `The field [name] of a record`
 */
export function require_keywords(what: string, schema: unknown, code: Code, seen = new Set<unknown>()): void {
  if (typeof schema !== 'object' || schema === null || RIGHT_SCHEMAS.has(schema) || seen.has(schema)) return
  seen.add(schema)
  const json = schema as Json
  const wrong =
    misspelt(json) ??
    wrong_type(json) ??
    wrong_values(json) ??
    wrong_format(json) ??
    wrong_pattern(json) ??
    wrong_range(json) ??
    wrong_default(json) ??
    wrong_currency(json) ??
    wrong_permission(json)
  if (wrong !== undefined) throw new DeclarationError(code, `${what} ${wrong.has}.`, { fix: wrong.fix })
  for (const keyword of NAMED) require_inner(what, json[keyword], { code, seen, isNamed: true })
  for (const keyword of LISTED) require_inner(what, json[keyword], { code, seen })
  for (const keyword of SINGLE) require_keywords(what, json[keyword], code, seen)
  RIGHT_SCHEMAS.add(schema)
}

function require_inner(what: string, inner: unknown, given: { code: Code; seen: Set<unknown>; isNamed?: true }): void {
  if (typeof inner !== 'object' || inner === null) return
  for (const [name, each] of Object.entries(inner as Json)) {
    const member = given.isNamed ? `The member [${name}] of ${what.replace(/^The /, 'the ')}` : what
    if (typeof each !== 'object' && typeof each !== 'boolean')
      throw new DeclarationError(given.code, `${member} is [${shown_argument(each)}], which is not a schema.`, {
        fix: `Write it like [${name}: Type.String()].`,
      })
    require_keywords(member, each, given.code, given.seen)
  }
}

interface Wrong {
  readonly has: string
  readonly fix: string
}

function misspelt(schema: Json): Wrong | undefined {
  for (const keyword of Object.keys(schema)) {
    if (RIGHT_KEYWORDS.has(keyword) || !/^(?!x-)[a-z]/i.test(keyword)) continue
    const near = nearest_name(keyword, COMPARED)
    if (near !== undefined && is_misspelt(keyword, near))
      return {
        has: `has the keyword [${keyword}], which does not exist and ${LIMIT_NAMES.includes(near) ? 'limits nothing' : 'has no effect'}`,
        fix: `Did you mean [${near}]?`,
      }
  }
  return undefined
}

/** A misspelt limit limits nothing, so longer slips count there as well. */
function is_misspelt(keyword: string, near: string): boolean {
  const isLimit = LIMIT_NAMES.includes(near) && Math.min(keyword.length, near.length) >= 8
  return is_slip(keyword, near) || (isLimit && !is_plural(keyword, near) && near.length - keyword.length <= 1)
}

function wrong_type(schema: Json): Wrong | undefined {
  for (const [keyword, type] of LIMITED) {
    const value = schema[keyword]
    if (value !== undefined && typeof value !== type)
      return { has: `has [${keyword}: ${shown_argument(value)}]`, fix: `Write a ${type} there, or remove it.` }
  }
  return undefined
}

function wrong_format({ format }: Json): Wrong | undefined {
  if (typeof format !== 'string' || [...FORMATS, ...ALIKE].includes(format)) return undefined
  const near = nearest_name(format, FORMATS)
  return near === undefined
    ? undefined
    : { has: `has the unknown format [${format}]`, fix: suggest_name(format, FORMATS) }
}

function wrong_pattern({ pattern }: Json): Wrong | undefined {
  if (typeof pattern !== 'string') return undefined
  try {
    void new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*: /, '')
    return {
      has: `has the pattern [${pattern}], which is not a regular expression: ${reason}`,
      fix: 'Correct the pattern.',
    }
  }
}

function wrong_currency({ currency }: Json): Wrong | undefined {
  const problem = currency === undefined ? undefined : currency_problem(currency)
  return problem === undefined ? undefined : { has: `has [currency: ${shown_argument(currency)}]`, fix: problem }
}

/** No role could grant it, so nobody but those who may do everything would see the field. */
function wrong_permission({ permission }: Json): Wrong | undefined {
  if (permission === undefined || is_permission(permission)) return undefined
  const shown = typeof permission === 'string' ? permission : shown_argument(permission)
  return { has: `has the permission [${shown}], which is not valid`, fix: PERMISSION_FIX }
}

function wrong_range(schema: Json): Wrong | undefined {
  for (const [least, most] of RANGES) {
    const [from, to] = [schema[least], schema[most]]
    if (typeof from === 'number' && typeof to === 'number' && from > to)
      return {
        has: `has [${least}: ${from}] and [${most}: ${to}], so no value is valid`,
        fix: 'Exchange or correct them.',
      }
  }
  return undefined
}
