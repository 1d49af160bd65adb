/** Milliseconds between two reads of the same query. Badges count the records of many lists. */
const PAUSE = 500
const PAUSE_OF_BADGES = 3_000

/** While a query keeps changing, as during an import, its pauses become longer, up to this many times the first one. */
const LONGEST_PAUSE = 8

/** Milliseconds until a continually changing query is read again, after it was read `reads` times in a row. */
export const pauseAfter = (reads: number, queryKey: readonly unknown[]): number =>
  (queryKey.includes('badges') ? PAUSE_OF_BADGES : PAUSE) * Math.min(2 ** (reads - 1), LONGEST_PAUSE)
