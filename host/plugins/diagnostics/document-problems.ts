import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'

/** What is wrong at one place of a document. */
export interface DocumentProblem {
  /** RFC 6901; empty for the whole document. */
  readonly pointer: string
  /** A sentence without its subject: `must be string`. */
  readonly message: string
}

/** Of one document: who wrote ten wrong columns the same way mends them all. */
const MOST = 5

/** Compiled plainly: to optimize code that runs once a load costs five times what it takes, a fifth of the host's start. */
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
const validators = new Map<TSchema, ValidateFunction>()

/** Holds a document against its schema; at most five problems. */
export function documentProblems(schema: TSchema, document: unknown): DocumentProblem[] {
  const validate = validatorOf(schema)
  if (validate(document)) return []
  return ofTheirKind(validate.errors ?? [])
    .slice(0, MOST)
    .map(problemOf)
}

/** Compiled at the first use: a host without plugins never pays for it. */
function validatorOf(schema: TSchema): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

/** Widgets, columns and fields are told apart by `kind`: what the schemas of other kinds have against one is no news. */
function ofTheirKind(errors: readonly ErrorObject[]): ErrorObject[] {
  const others = errors.filter(isOfAnotherKind).map(({ schemaPath, instancePath }) => ({
    schemaPath: schemaPath.replace(/^(.*\/anyOf\/\d+)\/.*$/, '$1/'),
    instancePath: instancePath.replace(/\/kind$/, ''),
  }))
  const apt = errors.filter((error) => !others.some((other) => liesIn(error, other)))
  return apt.filter(
    (error) => error.keyword !== 'anyOf' || !apt.some((other) => other !== error && liesIn(other, error)),
  )
}

const isOfAnotherKind = ({ keyword, instancePath, params }: ErrorObject) =>
  ((keyword === 'const' || keyword === 'enum') && instancePath.endsWith('/kind')) ||
  (keyword === 'required' && (params as { missingProperty: string }).missingProperty === 'kind')

type Place = Pick<ErrorObject, 'schemaPath' | 'instancePath'>

const liesIn = (inner: Place, outer: Place) =>
  inner.schemaPath.startsWith(outer.schemaPath) && `${inner.instancePath}/`.startsWith(`${outer.instancePath}/`)

function problemOf({ instancePath, keyword, message = 'is not valid', params }: ErrorObject): DocumentProblem {
  if (keyword === 'anyOf') return { pointer: instancePath, message: 'has no kind that is known here' }
  if (keyword !== 'additionalProperties') return { pointer: instancePath, message }
  const { additionalProperty } = params as { additionalProperty: string }
  const member = additionalProperty.replaceAll('~', '~0').replaceAll('/', '~1')
  return { pointer: `${instancePath}/${member}`, message: 'is not known here' }
}
