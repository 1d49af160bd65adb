const FIRST = 5_000
const LONGEST = 60 * 60_000

/**
 * How long a job waits after so many failed tries, in milliseconds: about 5 s, 30 s, 3 min, 18 min, then an hour. Up to a fifth
 * longer by chance, so that what failed together does not come back together.
 */
export const pauseAfter = (attempt: number) => Math.min(LONGEST, FIRST * 6 ** (attempt - 1)) * (1 + Math.random() / 5)
