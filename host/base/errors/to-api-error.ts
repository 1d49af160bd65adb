import { ApiError, type ErrorCode } from '@atrium/sdk'
import type { ApiErrorOptions } from '@atrium/sdk/host'
import type { DatabaseProblem, DatabaseProblemKind } from '../db/index.ts'
import { classifyDatabaseError } from '../db/index.ts'

type Told = { readonly code: ErrorCode } & ApiErrorOptions

/** What a refused statement is told as; undefined where it is a fault of the host or the plugin. */
function databaseApiError(problem: DatabaseProblem, cause: unknown): ApiError | undefined {
  const told = TOLD[problem.kind]?.(problem)
  return told && new ApiError(told.code, { ...told, cause })
}

/** A table that is missing is nobody's mistake but ours, and stays an internal error. */
const TOLD: Partial<Record<DatabaseProblemKind, (problem: DatabaseProblem) => Told>> = {
  unique: (problem) => ({
    code: 'conflict',
    detail: `There is a record with the same ${fieldsOf(problem)} already.`,
    ...fieldErrors(problem, 'is taken already'),
  }),
  foreign_key: (problem) => ({
    code: 'conflict',
    detail: 'The record names another one that is not there, or is named by another one.',
    ...fieldErrors(problem, 'names a record that is not there'),
  }),
  exclusion: () => ({ code: 'conflict', detail: 'The record overlaps another one.' }),
  not_null: (problem) => ({
    code: 'validation_failed',
    detail: `A value is missing for ${fieldsOf(problem)}.`,
    ...fieldErrors(problem, 'is required'),
  }),
  check: ({ constraint }) => ({
    code: 'validation_failed',
    detail: constraint ? `The record breaks the rule [${constraint}].` : 'The record breaks a rule of its table.',
  }),
  invalid_value: () => ({
    code: 'validation_failed',
    detail: 'A value does not fit its column: too large, or of another kind.',
  }),
  busy: () => ({
    code: 'database_busy',
    detail: 'The database is busy. Nothing was changed; send the request again.',
    headers: { 'retry-after': '1' },
  }),
  unavailable: () => ({
    code: 'database_unavailable',
    detail: 'The database cannot be reached. Nothing was changed.',
    headers: { 'retry-after': '5' },
  }),
  read_only: () => ({ code: 'database_read_only', detail: 'The database cannot be written to. Nothing was changed.' }),
  full: () => ({ code: 'database_full', detail: 'There is no space left to store this. Nothing was changed.' }),
}

const fieldsOf = ({ columns = [] }: DatabaseProblem) =>
  columns.length === 0 ? 'values' : columns.map((name) => `[${name}]`).join(' and ')

function fieldErrors({ columns = [] }: DatabaseProblem, text: string): { errors?: Record<string, string> } {
  return columns.length === 0 ? {} : { errors: Object.fromEntries(columns.map((name) => [name, text])) }
}

/**
 * Whatever was thrown, as what is answered: an ApiError is itself, a statement that the database refused says why, and anything
 * else is a fault of ours, of which nothing is told but that it was one. What was thrown is kept as `cause`.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const problem = classifyDatabaseError(error)
  return (problem && databaseApiError(problem, error)) ?? internalError(error)
}

const internalError = (cause: unknown) =>
  new ApiError('internal_error', { detail: 'Something went wrong here. It was logged under the request id.', cause })
