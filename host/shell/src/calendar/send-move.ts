import type { CalendarWidget } from '@atrium/sdk/documents'
import { ApiProblem, foreignProblem } from '../api/api-problem.ts'
import { fillPath } from '../api/fill-path.ts'
import { request } from '../api/request.ts'
import type { CalendarRecord } from './calendar-entries.ts'
import { standsAlike } from './entry-place.ts'
import type { Changes } from './entry-place.ts'
import { CHANGED } from './refusal-text.ts'

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
