import type { Span } from './span.ts'

/** Spans in order; those that overlap or touch have become one. */
export function joinedSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last === undefined || span.from > last.until) joined.push(span)
    else joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, span.until) }
  }
  return joined
}
