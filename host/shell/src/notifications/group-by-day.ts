import { t } from '../language/t.ts'
import { addDays, dayOf } from '../values/calendar-day.ts'

/** Things of one calendar day. */
export interface DayGroup<Thing> {
  /** `YYYY-MM-DD`, in the person's time zone. */
  readonly day: string
  readonly things: readonly Thing[]
}

/** Groups things that are sorted by time by the calendar day of the person. */
export function groupByDay<Thing extends { readonly created_at: string }>(
  things: readonly Thing[],
): readonly DayGroup<Thing>[] {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const day = dayOf(new Date(thing.created_at))
    groups.set(day, [...(groups.get(day) ?? []), thing])
  }
  return [...groups].map(([day, of]) => ({ day, things: of }))
}

/** What a day is called: `Today`, `Yesterday`, or undefined for an earlier one. */
export function nearDay(day: string, now = new Date()): string | undefined {
  const today = dayOf(now)
  if (day === today) return t('Today')
  return day === addDays(today, -1) ? t('Yesterday') : undefined
}
