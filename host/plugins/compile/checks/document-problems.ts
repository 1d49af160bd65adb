import { pointer_to } from '@atrium/sdk/host'
import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { validatorOf } from './document-validators.ts'

/** One violation of a schema, at one place of a document. */
export interface DocumentProblem {
  /** RFC 6901; empty for the whole document. */
  readonly pointer: string
  /** A predicate without its subject: `must be string`. */
  readonly message: string
}

/** The most problems reported for one document. An author who repeated a mistake ten times fixes all of them after the first report. */
const MOST = 5

/** Validates a document by its schema. Returns at most five problems. */
export function documentProblems(schema: TSchema, document: unknown): DocumentProblem[] {
  const validate = validatorOf(schema)
  if (validate(document)) return []
  return (validate.errors ?? []).slice(0, MOST).map(problemOf)
}

function problemOf({ instancePath, keyword, message = 'is not valid', params }: ErrorObject): DocumentProblem {
  if (keyword === 'discriminator') return { pointer: instancePath, message: 'has no known kind' }
  if (keyword !== 'additionalProperties') return { pointer: instancePath, message }
  const { additionalProperty } = params as { additionalProperty: string }
  return { pointer: `${instancePath}${pointer_to(additionalProperty)}`, message: 'is not a known member' }
}
