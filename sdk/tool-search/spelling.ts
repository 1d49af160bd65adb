import { stemOf } from './words.ts'

/** Shorter words have too many neighbours. */
const SHORTEST = 8

/**
 * A text in which each word that is unknown, and one slip away from a known one, is replaced by that: `appointmets` → `appointment`.
 * @param known words and their stems
 */
export function spelled(text: string, known: ReadonlySet<string>): string {
  return text.replaceAll(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu, (word) =>
    word.length < SHORTEST || known.has(word) || known.has(stemOf(word)) ? word : (meant(word, known) ?? word),
  )
}

function meant(word: string, known: ReadonlySet<string>): string | undefined {
  const one = word.replace(/s$/, '')
  for (const each of known) if (each[0] === word[0] && (isOneSlip(word, each) || isOneSlip(one, each))) return each
  return undefined
}

/** Whether one letter is missing, too many or wrong, or two neighbours are swapped. */
function isOneSlip(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
}
