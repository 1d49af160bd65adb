import { ApiError, type ErrorCode } from '@atrium/sdk'
import type { ApiErrorOptions } from '@atrium/sdk/host'
import type { DatabaseProblem, DatabaseProblemKind } from '../db/index.ts'
import { classifyDatabaseError } from '../db/index.ts'
import { egressRefusalIn } from '../egress/index.ts'

/**
 * Converts any thrown value into an ApiError. An ApiError is returned unchanged. An error of the database, or of a machine without file
 * descriptors or space, becomes an answer that explains it. The refusal behind a failed `fetch` becomes that refusal. Anything else becomes
 * `internal_error` without details. The original error is its `cause`.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const problem = classifyDatabaseError(error)
  return (
    (problem && databaseApiError(problem, error)) ??
    egressRefusalIn(error) ??
    resourceApiError(error) ??
    internalError(error)
  )
}

/** The detail of an answer that only reports an internal error. */
export const UNEXPECTED = 'Something went wrong here. It was logged under the request id.'

const internalError = (cause: unknown) => new ApiError('internal_error', { detail: UNEXPECTED, cause })

/** Returns undefined for a fault of the host or the plugin. */
function databaseApiError(problem: DatabaseProblem, cause: unknown): ApiError | undefined {
  const answer = ANSWERS[problem.kind]?.(problem)
  return answer && new ApiError(answer.code, { ...answer, cause })
}

type Answer = { readonly code: ErrorCode } & ApiErrorOptions

/** A missing table has no entry: it is our mistake, not the client's, and remains an internal error. */
const ANSWERS: Partial<Record<DatabaseProblemKind, (problem: DatabaseProblem) => Answer>> = {
  unique: (problem) => ({
    code: 'conflict',
    detail: `Another record already has the same ${fieldsOf(problem)}.`,
    ...fieldErrors(problem, 'is already taken'),
  }),
  foreign_key: (problem) => ({
    code: 'conflict',
    detail: problem.is_referenced
      ? 'Other records refer to this one, so it cannot be deleted. Delete them first, or change what they refer to.'
      : 'The record refers to a record that does not exist, or another record refers to it.',
    ...fieldErrors(problem, 'refers to a record that does not exist'),
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
    detail: 'A value does not fit its column: it is too large or of the wrong type.',
  }),
  busy: () => ({
    code: 'database_busy',
    detail: 'The database is busy. Nothing was changed; send the request again.',
    headers: { 'retry-after': '1' },
  }),
  late: () => ({
    code: 'handler_timeout',
    detail: 'A statement or a transaction took too long and was ended. Nothing of it was changed.',
  }),
  unused: () => ({
    code: 'handler_timeout',
    detail:
      'It changed something and then did not use the database for too long while others waited to change it, so it was ended. Nothing of it was changed.',
  }),
  unavailable: () => ({
    code: 'database_unavailable',
    detail: 'The database is unreachable. Nothing was changed.',
    headers: { 'retry-after': '5' },
  }),
  corrupt: () => ({ code: 'database_corrupt', detail: 'The database is damaged. An operator has to restore it.' }),
  read_only: () => ({ code: 'database_read_only', detail: 'The database cannot be written to. Nothing was changed.' }),
  full: () => ({ code: 'database_full', detail: 'There is no space left to store this. Nothing was changed.' }),
}

/** Returns undefined for any error except that of a machine without file descriptors or space. */
function resourceApiError(cause: unknown): ApiError | undefined {
  const code = systemCode(cause) ?? systemCode((cause as { cause?: unknown } | undefined)?.cause)
  const answer = RESOURCES[code ?? '']
  return answer && new ApiError(answer.code, { ...answer, cause })
}

const systemCode = (error: unknown) => (error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined)

const NO_DESCRIPTORS: Answer = {
  code: 'too_many_open_files',
  detail: 'The host has no file descriptor left for this at the moment. Send the request again.',
  headers: { 'retry-after': '5' },
}

const NO_SPACE: Answer = {
  code: 'storage_full',
  detail: 'There is no space left to store this file. Nothing was stored.',
}

/** By the name of the system's error. Besides a full disk, a quota and the limit of the process (`ulimit -f`) count as no space. */
const RESOURCES: Readonly<Record<string, Answer>> = {
  EMFILE: NO_DESCRIPTORS,
  ENFILE: NO_DESCRIPTORS,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: NO_SPACE,
}

const fieldsOf = ({ columns = [] }: DatabaseProblem) =>
  columns.length === 0 ? 'values' : columns.map((name) => `[${name}]`).join(' and ')

function fieldErrors({ columns = [] }: DatabaseProblem, text: string): { errors?: Record<string, string> } {
  return columns.length === 0 ? {} : { errors: Object.fromEntries(columns.map((name) => [name, text])) }
}
