import { ApiError, invalid_values } from '@atrium/sdk'
import type { ImportFailure } from '@atrium/sdk/host'
import { toApiError } from '../../base/errors/index.ts'
import { reasonOf } from './bulk.ts'

/** Why a line of an import was refused, with all of its mistakes. */
export const failureOf = (error: ApiError): ImportFailure['error'] => ({
  ...reasonOf(error),
  ...(error.options.details && { details: error.options.details }),
})

/**
 * The refusal of a key with the mistakes that a check of the other values finds, so that nobody has to import again to learn of them. What
 * the check refuses for other reasons is left out, and an error of another kind stays as it is.
 */
export function withMistakes(refused: unknown, check: () => void): unknown {
  if (!(refused instanceof ApiError) || refused.code !== 'validation_failed') return refused
  try {
    check()
    return refused
  } catch (thrown) {
    const { details = [] } = toApiError(thrown).options
    return invalid_values([...(refused.options.details ?? []), ...details])
  }
}
