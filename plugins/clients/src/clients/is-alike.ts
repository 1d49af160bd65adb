import { nameWords, soundOf } from './name-keys.ts'

/** From 0 to 1: how many of the trigrams two names have in common they have to (Dice). */
const ALIKE = 0.6

/** Whether two names may be of the same client: they sound the same, or share most of their trigrams. */
export function isAlike(one: string, other: string): boolean {
  const [left, right] = [nameWords(one), nameWords(other)]
  if (left.length === 0 || right.length === 0) return false
  return soundOf(left) === soundOf(right) || likeness(trigrams(left), trigrams(right)) >= ALIKE
}

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((trigram) => right.has(trigram)).length
  return (2 * common) / (left.size + right.size)
}

function trigrams(words: readonly string[]): Set<string> {
  const padded = words.map((word) => `  ${word} `)
  return new Set(padded.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))))
}
