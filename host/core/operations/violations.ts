import type { ProblemDetail } from '@atrium/sdk/documents'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { describeViolation } from './describe-violation.ts'

/** Says only that something said elsewhere is wrong. */
const COMBINING = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not'])

/** A body can be wrong in as many places as it has members. */
const MOST = 100

/** What is wrong with a value: each place with a reason, and for forms the first reason of each field. */
export interface Violations {
  readonly errors: Record<string, string>
  readonly details: ProblemDetail[]
}

/** Turns what the validator found into what is told. */
export function violationsOf(found: readonly ErrorObject[]): Violations {
  const telling = found.filter(({ keyword }) => !COMBINING.has(keyword))
  const details = (telling.length > 0 ? telling : found).slice(0, MOST).map(detailOf)
  const errors: Record<string, string> = {}
  for (const { pointer, message } of details) errors[fieldOf(pointer)] ??= message
  return { errors, details }
}

/** All of it in one line: `[name]: Required; [price]: At least 0.` */
export function summaryOf({ errors }: Violations): string {
  const told = Object.entries(errors).map(([field, message]) => (field ? `[${field}]: ${message}` : message))
  return `${told.slice(0, 5).join('; ')}${told.length > 5 ? '; and more' : ''}.`
}

function detailOf(error: ErrorObject): ProblemDetail {
  return {
    pointer: `${error.instancePath}${memberOf(error)}`,
    keyword: error.keyword,
    message: describeViolation(error),
  }
}

/** A missing or unknown member is reported at its object; the field is what it is about. */
function memberOf({ params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty
  return name === undefined ? '' : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** `/lines/0/price` → `lines.0.price`, as react-admin names fields. */
const fieldOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
