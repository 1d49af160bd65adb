/**
 * The ways in which a searched word may be written in a text. Case, accents and hyphens do not matter, umlauts may be written as one
 * letter or two, and a number is found through the separators in it.
 */
export interface SearchedWord {
  /** The word is found where one of these occurs; each place of a spelling lists the characters that may stand there, the plain one first. */
  readonly spellings: readonly (readonly string[])[]
  /** Whether texts are compared without their hyphens. */
  readonly ignores_hyphens: boolean
  /** If the word is a number with or without separators: its digits, which are also found with other separators between them. */
  readonly digits?: string
}

/** The hyphen that is ignored. */
export const HYPHEN = '-'

/** The separators between the digits of a number. */
export const SEPARATORS: readonly string[] = [' ', '-', '.', '/', '(', ')']

/** Longer words are compared by their beginning: SQLite limits the length of patterns. */
const MOST_PLACES = 150
const MOST_SPELLINGS = 12
/** Fewer digits with separators between them would match by chance. */
const FEWEST_DIGITS = 4

/** How a word of a search may be written in a text. */
export function spellings_of(word: string): SearchedWord {
  // A word of punctuation only, such as `%` or a hyphen, is searched literally.
  if (!/[\p{L}\p{N}]/u.test(word)) return { spellings: [[...word].slice(0, MOST_PLACES)], ignores_hyphens: false }
  const isNumber = /^[\d\-./()+]+$/.test(word)
  const digits = isNumber ? word.replaceAll(/\D/g, '').slice(0, MOST_PLACES) : ''
  const isPart = isNumber && digits.length < FEWEST_DIGITS
  const spellings = spell(
    (isPart ? bare(word) : word)
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036f]/g, ''),
  )
  return { spellings, ignores_hyphens: true, ...(digits.length >= FEWEST_DIGITS && { digits }) }
}

/** A part of a number, such as the `(631)` of `(631) 555-0111`, without what belongs to its format only. */
const bare = (part: string) => part.replaceAll(/[()]|^[\-./]+|[\-./]+$/g, '')

/** A test for texts that contain the word. */
export function text_test(word: SearchedWord): (text: string) => boolean {
  const found = new RegExp(spellings_pattern(word), 'u')
  const { digits, ignores_hyphens } = word
  const isIn = (text: string) => found.test(text) || (HAS_MARKS.test(text) && found.test(joined(text)))
  return (text) =>
    (ignores_hyphens ? isIn(text.replaceAll(HYPHEN, '')) : found.test(text)) ||
    (digits !== undefined && text.replaceAll(/[ \-./()]/g, '').includes(digits))
}

/** Accents that follow their letter as characters of their own, as in texts of macOS. */
export const MARKS: readonly string[] = [...'\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a'].concat([
  ...'\u030b\u030c\u030f\u031b\u0323\u0326\u0327\u0328\u0331',
])

/** The letters whose accent makes them another letter for a search, each as a letter with a mark and as one character. */
export const JOINED: readonly (readonly [apart: string, joined: string])[] = [...'äöüåÄÖÜÅйёїЙЁЇάέήίόύώΆΈΉΊΌΎΏ'].map(
  (char) => [char.normalize('NFD'), char.normalize('NFC')],
)

const HAS_MARKS = new RegExp(`[${MARKS.join('')}]`)
const EACH_MARK = new RegExp(HAS_MARKS, 'g')

/** The text with accents as parts of their letters, as far as a search compares them. */
const joined = (text: string) =>
  JOINED.reduce((joined, [apart, char]) => joined.replaceAll(apart, char), text).replaceAll(EACH_MARK, '')

/** The spellings as a regular expression, for JavaScript and PostgreSQL. */
export const spellings_pattern = ({ spellings }: SearchedWord): string =>
  spellings.map((places) => places.map(oneOf).join('')).join('|')

/** Places of several characters hold letters only. */
const oneOf = (place: string) =>
  [...place].length > 1 ? `[${place}]` : place.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)

function spell(word: string): readonly (readonly string[])[] {
  let spellings: string[][] = [[]]
  for (const part of word.replaceAll(HYPHENS, HYPHEN).match(PARTS) ?? []) {
    if (spellings.every((places) => places.length >= MOST_PLACES)) break
    const ways = WAYS.get(part) ?? [[placeOf(part)]]
    const all = ways.length * spellings.length <= MOST_SPELLINGS ? ways : ways.slice(0, 1)
    spellings = all.flatMap((way) => spellings.map((places) => [...places, ...way]))
  }
  return spellings.map((places) => places.slice(0, MOST_PLACES))
}

/** All characters that count as the same letter. */
const placeOf = (char: string) => letters.get(plain_letter(char)) ?? inBothCases(char)

function inBothCases(char: string): string {
  const upper = char === 'ß' ? 'ẞ' : char.toUpperCase()
  return upper === char || [...upper].length > 1 ? char : char + upper
}

/** The letter without its accents, in lower case. */
export const plain_letter = (char: string): string =>
  STROKES[char] ??
  (char
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase() ||
    char)

/** Letters that Unicode does not decompose. */
export const STROKES: Readonly<Record<string, string>> = {
  ...{ ø: 'o', Ø: 'o', ł: 'l', Ł: 'l', đ: 'd', Đ: 'd', ı: 'i' },
}

/** Where Unicode has the letters from a to z with an accent that languages write: Latin-1, Extended-A, Romanian, Welsh and Vietnamese. */
export const LATIN = [
  [0xc0, 0x17f],
  [0x218, 0x21b],
  [0x1e80, 0x1ef9],
] as const

const letters = latinLetters()

function latinLetters(): ReadonlyMap<string, string> {
  const found = new Map([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter + letter.toUpperCase()]))
  for (const [first, last] of LATIN) {
    for (let code = first; code <= last; code++) {
      const char = String.fromCodePoint(code)
      const plain = plain_letter(char)
      const known = found.get(plain)
      if (known !== undefined) found.set(plain, known + char)
    }
  }
  return found
}

/** In these spellings, an accented letter matches only itself; a plain letter matches any accent. */
const places = (way: string) => [...way].map((char) => (char > 'z' ? inBothCases(char) : placeOf(char)))

/** What is spelled in several ways. */
const WAYS = new Map(
  Object.entries({
    ...{ ä: 'a ae æ', æ: 'æ ae ä', ae: 'ae ä æ' },
    ...{ ö: 'o oe œ', ø: 'o oe œ', œ: 'œ oe ö ø', oe: 'oe ö œ ø' },
    ...{ ü: 'u ue', ue: 'ue ü' },
    ...{ å: 'a aa', aa: 'aa å' },
    ...{ ß: 'ss ß', ss: 'ss ß' },
    '-': [[], [' ']],
  }).map(([part, ways]) => [part, typeof ways === 'string' ? ways.split(' ').map(places) : ways] as const),
)

const HYPHENS = /-+/g
const PARTS = /ae|oe|ue|aa|ss|[^]/gu
