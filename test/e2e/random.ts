import { seeded_random } from '@atrium/sdk/host'

/** Returns a whole number from 0 that is less than the limit. */
export type Random = (limit: number) => number

/** Numbers that are the same for the same seed. */
export function randomFrom(seed: number): Random {
  const generator = seeded_random(seed)
  return (limit) => Math.floor(generator.next() * limit)
}
