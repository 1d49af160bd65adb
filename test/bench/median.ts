/** The value that half of the values do not exceed. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value that the given share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = NaN, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}
