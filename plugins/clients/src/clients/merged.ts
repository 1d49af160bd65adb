import { ApiError } from '@atrium/sdk'
import type { Client } from './client.ts'

/** Why a client that became part of another is neither restored nor changed. */
export const merged = ({ id, merged_into }: Client) =>
  new ApiError('client_merged', {
    status: 409,
    title: 'Merged',
    detail: `The client [${id}] has become part of [${merged_into}], which has all that it had. Use that one.`,
    allowed: [],
  })
