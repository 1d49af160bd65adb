/**
 * The second argument of `seed`: parameters of the example data. The same parameters must make the same rows, so rows depend on these
 * alone, never on the clock.
 */
export interface Seeding {
  /** Random numbers from the seed that the caller chose, separate for each plugin. */
  readonly random: Random
  /** The day that counts as today in the data, `2026-11-20`. */
  readonly today: string
  /** The amount of data: 1 for a demonstration, 0.05 for a test. */
  readonly scale: number
  /** Reports progress to the person who waits. */
  progress(done: number, options?: { readonly total?: number }): void
}

/** Pseudo-random numbers: the same seed makes the same sequence. */
export interface Random {
  /** From 0 to less than 1. */
  next(): number
  /** A whole number in this range, both ends included. */
  integer(from: number, to: number): number
  /** True with this probability (0–1). */
  chance(likelihood: number): boolean
  /** One value of a list. @throws RangeError if the list is empty */
  pick<Value>(values: readonly Value[]): Value
  /** This many different values of a list, in its order; all of them if it has fewer. */
  sample<Value>(values: readonly Value[], count: number): Value[]
}

/** Makes pseudo-random numbers from an integer (mulberry32). Not for secrets. */
export function seeded_random(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    integer,
    chance: (likelihood) => next() < likelihood,
    pick(values) {
      if (values.length === 0) throw new RangeError('[pick] cannot choose from an empty list.')
      return values[integer(0, values.length - 1)] as (typeof values)[number]
    },
    sample(values, count) {
      let wanted = Math.min(count, values.length)
      return values.filter((_, at) => {
        const isTaken = next() * (values.length - at) < wanted
        if (isTaken) wanted--
        return isTaken
      })
    },
  }
}
