import type { CalendarWidget } from '@atrium/sdk/documents'
import { toInstant } from '../values/dates.ts'
import { asText } from '../values/as-text.ts'

/** The screen that makes a new record, with what a click on a free time already says: when, and who or what is taken. */
export function createAddress(
  { starts, resource }: CalendarWidget,
  path: string,
  { time, taken }: { time: string; taken?: unknown },
): string {
  const params = new URLSearchParams({ [starts]: toInstant(time) ?? '' })
  if (resource && taken !== undefined) params.set(resource.name, asText(taken))
  return `${path}?${params.toString()}`
}
