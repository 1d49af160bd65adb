import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'

/** One violation of a schema, at one place of a document. */
export interface DocumentProblem {
  /** RFC 6901; empty for the whole document. */
  readonly pointer: string
  /** A sentence without its subject: `must be string`. */
  readonly message: string
}

/** Problems reported for one document. An author who made the same mistake ten times fixes all ten after the first report. */
const MOST = 5

/**
 * Generated code is not optimized: it runs once per load, and optimizing it took five times as long, a fifth of the host's start. The
 * schemas are the SDK's own, so they are not checked by the meta-schema, which would have to be compiled first.
 */
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  discriminator: true,
  inlineRefs: false,
  validateSchema: false,
  code: { optimize: false },
})
const validators = new Map<TSchema, ValidateFunction>()

/** Validates a document by its schema. Returns at most five problems. */
export function documentProblems(schema: TSchema, document: unknown): DocumentProblem[] {
  const validate = validatorOf(schema)
  if (validate(document)) return []
  return (validate.errors ?? []).slice(0, MOST).map(problemOf)
}

/** Compiled on first use, so that a host without plugins does not pay for it. */
function validatorOf(schema: TSchema): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(byKind(schema) as AnySchema)
  validators.set(schema, validator)
  return validator
}

function problemOf({ instancePath, keyword, message = 'is not valid', params }: ErrorObject): DocumentProblem {
  if (keyword === 'discriminator') return { pointer: instancePath, message: 'has no known kind' }
  if (keyword !== 'additionalProperties') return { pointer: instancePath, message }
  const { additionalProperty } = params as { additionalProperty: string }
  const member = additionalProperty.replaceAll('~', '~0').replaceAll('/', '~1')
  return { pointer: `${instancePath}/${member}`, message: 'is not a known member' }
}

type Schema = Readonly<Record<string, unknown>>

/**
 * Turns unions of objects that have a `kind` into discriminated unions. A plain `anyOf` would report the problems of every
 * alternative, although only those of the intended kind matter.
 */
function byKind(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byKind)
  if (!isSchema(schema)) return schema
  const kinds = alternatives(schema)
  if (kinds.length < 2 || !kinds.every(hasKind)) return byMembers(schema)
  const { anyOf: _, ...rest } = schema
  return { ...byMembers(rest), type: 'object', discriminator: { propertyName: 'kind' }, oneOf: kinds.map(byMembers) }
}

const byMembers = (schema: Schema) =>
  Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, byKind(member)]))

/** The alternatives of a union, nested unions flattened. */
function alternatives(schema: Schema): Schema[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) ? (anyOf as Schema[]).flatMap(alternatives) : [schema]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const hasKind = ({ properties }: Schema) =>
  (properties as { kind?: { const?: unknown } } | undefined)?.kind?.const !== undefined
