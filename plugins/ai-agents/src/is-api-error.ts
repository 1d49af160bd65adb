import type { ApiError } from '@atrium/sdk'

/** By its name, because a tool of another plugin may throw the ApiError of another copy of the SDK. */
export const isApiError = (error: unknown): error is ApiError => (error as Error | undefined)?.name === 'ApiError'
