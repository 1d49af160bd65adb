import { median } from './median.ts'

/** Runs one round and returns how many requests a second were answered. */
export type Round = () => Promise<number>

export interface Comparison {
  /** The ratio of the two rates: the median of the rounds. */
  readonly ratio: number
  readonly measured: number
  readonly reference: number
}

/**
 * Compares two loads in rounds of the order A B, B A, A B …, so that other work of the machine and its temperature affect both
 * alike. The first pair is not counted.
 */
export async function compare(
  measured: Round,
  reference: Round,
  { rounds = 16 }: { rounds?: number } = {},
): Promise<Comparison> {
  const pairs: [measured: number, reference: number][] = []
  for (let round = 0; round <= rounds; round += 1) {
    const isForward = round % 2 === 0
    const first = await (isForward ? measured : reference)()
    const second = await (isForward ? reference : measured)()
    if (round > 0) pairs.push(isForward ? [first, second] : [second, first])
  }
  return {
    ratio: median(pairs.map(([a, b]) => a / b)),
    measured: median(pairs.map(([a]) => a)),
    reference: median(pairs.map(([, b]) => b)),
  }
}
