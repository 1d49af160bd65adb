import type { Random } from './seeded-random.ts'

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
