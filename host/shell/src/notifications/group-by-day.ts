import { wallClock } from '../values/dates.ts'

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

const dayOf = (instant: Date) => wallClock(instant).slice(0, 10)

/** What a day is called: `Today`, `Yesterday`, or undefined for an earlier one. */
export function nearDay(day: string, now = new Date()): 'Today' | 'Yesterday' | undefined {
  if (day === dayOf(now)) return 'Today'
  return day === dayOf(new Date(now.getTime() - 86_400_000)) ? 'Yesterday' : undefined
}
