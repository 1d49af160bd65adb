/**
 * What `seed` is handed beside the context: how its example data are to be. The same numbers make the same rows, so whatever a row
 * says follows from these, never from the clock.
 */
export interface Seeding {
  /** The plugin's own, of the number that was asked for. */
  readonly random: Random
  /** The day on which the rows are to be up to date, `2026-11-20`: what lies before it is past. */
  readonly today: string
  /** How much of a believable whole: 1 is all of it, 0.05 enough for a test. */
  readonly scale: number
  /** Tells who waits how far it is. */
  progress(done: number, options?: { readonly total?: number }): void
}

/** Numbers that look random and come again in the same order for the same seed. */
export interface Random {
  /** From 0 to less than 1. */
  next(): number
  /** A whole number between the two, both included. */
  integer(from: number, to: number): number
  /** True so often out of 1. */
  chance(likelihood: number): boolean
  /** One of a list that is not empty. */
  pick<Value>(values: readonly Value[]): Value
  /** So many different ones of a list, in its order; all where it has no more. */
  sample<Value>(values: readonly Value[], count: number): Value[]
}

/** Makes numbers of a seed, an integer (mulberry32). Not for secrets. */
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
      if (values.length === 0) throw new RangeError('There is nothing to pick from.')
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
