import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { stillActivating } from './still-activating.ts'

/** Form ids change with the form, so nothing near would be right. */
export function formNotFound(registries: Registries, id: string): ApiError {
  const detail =
    `There is no form [${id}]. Form ids are generated and change when the form does: ` +
    'read `form_id` from the dashboard each time, never write it down.'
  return stillActivating(registries) ?? new ApiError('form_not_found', { detail })
}
