import type { ApiError } from '@atrium/sdk'

const OUTAGES: ReadonlySet<string> = new Set([
  'plugin_replaced',
  'plugin_activating',
  'plugin_failed',
  'plugin_unavailable',
  'database_busy',
  'database_unavailable',
  'database_corrupt',
  'database_read_only',
  'database_full',
  'storage_full',
  'too_many_open_files',
])

/** Whether a server error means that something is unavailable for everybody, so that no code is responsible. */
export const isOutage = (code: string): boolean => OUTAGES.has(code)

/** The log entry for a server error: for an outage the reason in one line, because each request fails with it; otherwise also the stack. */
export function loggedFailure(error: ApiError): { code: string; err: unknown } | { code: string; reason: string } {
  const { code, cause } = error
  if (!isOutage(code)) return { code, err: cause ?? error }
  return { code, reason: cause instanceof Error ? cause.message : error.message }
}
