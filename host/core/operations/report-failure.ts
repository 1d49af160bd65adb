import { toApiError } from '../../base/errors/index.ts'
import type { RuntimeFindings } from '../registries/index.ts'
import type { OperationRequest } from './request.ts'

/** Server errors for which the host or another plugin is the reason. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'plugin_replaced',
  'plugin_activating',
  'plugin_failed',
  'database_busy',
  'database_unavailable',
  'database_corrupt',
  'database_read_only',
  'database_full',
  'storage_full',
  'too_many_open_files',
])

/**
 * Reports a failed operation of a plugin as a runtime finding, if the plugin is the reason. A handler whose caller has left may fail
 * through no fault of its own, so it is not reported, unless it used up its time.
 * @param options.afterAnswer the answer has begun: reports it even if the connection is closed by now
 */
export function reportFailure(
  findings: RuntimeFindings | undefined,
  request: OperationRequest,
  { thrown, afterAnswer = false }: { thrown: unknown; afterAnswer?: boolean },
): void {
  const { operation, params, query, body } = request
  const { owner: plugin, lease, name: work, declaration } = operation
  if (findings === undefined || lease === undefined) return
  const { status, code } = toApiError(thrown)
  const isLate = code === 'handler_timeout'
  if (status < 500 || NOT_OURS.has(code) || (!isLate && !afterAnswer && request.signal.aborted)) return
  const given = { params, query, body }
  const finding = isLate ? 'handler_timeout' : 'handler_failed'
  findings.report({ plugin, lease, code: finding, work, error: thrown, at: declaration.origin, given })
}
