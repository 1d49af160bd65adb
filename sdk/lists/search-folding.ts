import { LATIN, plain_letter, type SearchedWord, STROKES } from './search-spellings.ts'

/** A word of a search as an index looks for it. */
export interface FoldedWord {
  /**
   * What a text contains, once its letters are folded and its hyphens are gone, if it contains the word: all parts of one of these ways, in
   * order.
   */
  readonly ways: FoldedParts
  /** Whether each text that contains one of the ways contains the word, unless the way is found across two fields. */
  readonly is_exact: boolean
}

/** The parts of each way to write a word. */
export type FoldedParts = readonly (readonly string[])[]

/** Undefined if nothing is certain, as for a sign. */
export function folded_word({ spellings, ignores_hyphens, digits }: SearchedWord): FoldedWord | undefined {
  if (!ignores_hyphens) return undefined
  const ways = spellings.map(partsOf)
  if (digits !== undefined) ways.push([digits])
  if (ways.some((parts) => parts.length === 0)) return undefined
  return { ways, is_exact: spellings.every((places) => places.every(isWhole)) }
}

/** Whether the characters of a place are all that are folded to the same letter. */
function isWhole(place: string): boolean {
  const folded = foldedPlace(place)
  return folded !== undefined && new Set(place).size === (ALIKE.get(folded) ?? 0) + 1
}

function partsOf(places: readonly string[]): readonly string[] {
  const text = places.map((place) => foldedPlace(place) ?? '\0').join('')
  return text.split('\0').filter((part) => part !== '')
}

/** Undefined if databases disagree about the letter. */
function foldedPlace(place: string): string | undefined {
  const found = new Set([...place].map((char) => FOLDED.get(char) ?? char))
  const [first = ''] = found
  return found.size === 1 && !/[\p{M}\u0300-\u036f]/u.test(first.normalize('NFD')) ? first : undefined
}

/** Greek and Cyrillic from the first to the last letter, and the letters of Ukrainian and Serbian. */
const OTHERS = [
  [0x391, 0x3c9],
  [0x402, 0x45f],
] as const

/** Letters that an index keeps as another one, so that all letters of a place of a spelling are the same in it. */
export const FOLDED: ReadonlyMap<string, string> = foldedLetters()

function foldedLetters(): ReadonlyMap<string, string> {
  const found = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [letter, letter.toLowerCase()]))
  for (const char of [...Object.keys(STROKES), ...LATIN.flatMap(lettersOf)]) found.set(char, plain_letter(char))
  for (const char of OTHERS.flatMap(lettersOf)) if (char.normalize('NFD') === char) found.set(char, char.toLowerCase())
  for (const [char, folded] of found) if (char === folded) found.delete(char)
  return found
}

function lettersOf([first, last]: readonly [number, number]): string[] {
  const chars = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  return chars.filter((char) => /\p{L}/u.test(char))
}

/** How many other letters are folded to a letter. */
const ALIKE = new Map<string, number>()
for (const folded of FOLDED.values()) ALIKE.set(folded, (ALIKE.get(folded) ?? 0) + 1)
