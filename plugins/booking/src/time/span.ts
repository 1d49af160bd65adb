/** A span of time in milliseconds since the epoch, without its end `until`. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** A range of dates (`2027-03-28`), including both ends. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** The UTC date of an instant, `2027-03-28`. */
export const utcDate = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** Adjacent spans do not overlap. */
export const overlaps = (one: Span, other: Span) => one.from < other.until && other.from < one.until

export const contains = (outer: Span, inner: Span) => outer.from <= inner.from && inner.until <= outer.until

/** The time that two spans share. It ends before it starts, or when it starts, if they share none. */
export const common = (one: Span, other: Span): Span => ({
  from: Math.max(one.from, other.from),
  until: Math.min(one.until, other.until),
})

/** Removes the time of other spans from spans that do not overlap each other. */
export function without(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  return others.reduce<readonly Span[]>(
    (left, { from, until }) =>
      left.flatMap((span) => {
        const before = { from: span.from, until: Math.min(span.until, from) }
        const after = { from: Math.max(span.from, until), until: span.until }
        return [before, after].filter((part) => part.from < part.until)
      }),
    spans,
  )
}

/** Sorts the spans and joins those that overlap or touch. */
export function joinedSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last === undefined || span.from > last.until) joined.push(span)
    else joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, span.until) }
  }
  return joined
}
