const STEPS = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8]

/** Upper bounds of the buckets in milliseconds, ten for each decade from 0.1 ms to 10 s, so that a quantile is accurate to an eighth. */
export const BOUNDS: readonly number[] = [
  ...[0.1, 1, 10, 100, 1_000].flatMap((decade) => STEPS.map((step) => Number((step * decade).toPrecision(3)))),
  10_000,
]

/** Durations, counted in buckets. One more bucket counts those above the last bound. */
export class Latencies {
  readonly counts = new Float64Array(BOUNDS.length + 1)
  /** Milliseconds. */
  sum = 0

  /** Counts a duration in the first bucket whose bound is not below it. */
  note(ms: number): void {
    let [low, high] = [0, BOUNDS.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (BOUNDS[middle]! < ms) low = middle + 1
      else high = middle
    }
    this.counts[low]! += 1
    this.sum += ms
  }
}

/** The duration in milliseconds that a share of them, such as 0.95, did not exceed. Undefined if there are none. */
export function quantileOf(counts: Float64Array, share: number): number | undefined {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) return within(bucket, (wanted - below) / count)
    below += count
  }
  return undefined
}

/** Assumes that the durations in a bucket are evenly spread. */
function within(bucket: number, share: number): number {
  const [from, to] = [BOUNDS[bucket - 1] ?? 0, BOUNDS[bucket] ?? BOUNDS.at(-1)!]
  return from + (to - from) * share
}
