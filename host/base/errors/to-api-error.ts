import { ApiError } from '@atrium/sdk'
import { classifyDatabaseError } from '../db/index.ts'
import { databaseApiError } from './database-api-error.ts'

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
