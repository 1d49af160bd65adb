import type { CalendarWidget } from '@atrium/sdk/documents'
import { ApiProblem, foreignProblem } from '../api/api-problem.ts'
import { fillPath } from '../api/fill-path.ts'
import { request } from '../api/request.ts'
import type { CalendarRecord } from './calendar-entries.ts'
import { standsAlike } from './entry-place.ts'
import type { Changes } from './entry-place.ts'

/**
 * Changes where a record stands. A list gives no `ETag`, so the record is read first; if it is not any more where the person saw it,
 * nothing is sent. From then on `If-Match` watches.
 * @throws ApiProblem with the host's reason; 412 where somebody else was faster
 */
export async function sendMove(widget: CalendarWidget, record: CalendarRecord, changes: Changes): Promise<void> {
  const path = fillPath(widget.move?.path ?? '', record.id)
  const { data, etag } = await request<CalendarRecord>('GET', path)
  if (!standsAlike(widget, data, record)) throw new ApiProblem(foreignProblem(412, 'version_mismatch', CHANGED))
  await request('PATCH', path, { body: changes, ...(etag !== null && { headers: { 'if-match': etag } }) })
}

/** Why a move was refused, as one can say it to the person. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error)
  if (error.status === 412) return CHANGED
  const reasons = (error.problem.details ?? []).map(({ message }) => message)
  return reasons.length > 0 ? `${[...new Set(reasons)].join('. ')}.` : error.message
}

const CHANGED = 'Somebody else has changed it meanwhile. Look where it is now before you move it.'
