/** Words that do not distinguish one company from another. */
const LEGAL_FORMS = new Set('gmbh ug ag kg ohg gbr ev ltd llc inc plc co sa bv sl'.split(' '))

/** Further words would add keys without making the name more distinctive. */
const MOST_WORDS = 4

/** Names that share this portion of their trigrams (0–1, Dice coefficient) are alike. */
const ALIKE = 0.6

/** Whether two names may belong to the same client: they sound the same, or share most of their trigrams. */
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

/**
 * The keys under which a name is stored in an index, so that alike names share at least one: how the name sounds, and each word with
 * the first letter of another word. A typing error in one word leaves the keys of the other words intact.
 */
export function nameKeys(name: string): string[] {
  const words = nameWords(name)
  if (words.length === 0) return []
  const pairs = words.flatMap((word, at) =>
    words.flatMap((other, index) => (index === at ? [] : [`${word} ${other.slice(0, 1)}`])),
  )
  const beginning = words.length === 1 ? [(words[0] ?? '').slice(0, 5)] : []
  return [...new Set([`~${soundOf(words)}`, ...pairs, ...beginning])].map((key) => key.slice(0, 250))
}

/**
 * The words of a name in a form that unites spellings: lower case, without accents and legal forms, `ae` as `a`. Returns the longest
 * four in alphabetical order.
 */
function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !LEGAL_FORMS.has(word))
  const folded = words.map((word) => word.replaceAll(/([aou])e/g, '$1'))
  return folded
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS)
    .sort()
}

/** `meyer`, `maier` and `mayr` all become `mr`: vowels after the first letter are dropped, doubled letters become one. */
const soundOf = (words: readonly string[]) => words.map(consonants).join(' ')

function consonants(word: string): string {
  const same = word
    .replaceAll('ph', 'f')
    .replaceAll(/c(?=k)/g, '')
    .replaceAll(/[ck]h?/g, 'k')
    .replaceAll(/dt|th/g, 't')
  return (same.slice(0, 1) + same.slice(1).replaceAll(/[aeiouyh]/g, '')).replaceAll(/(.)\1+/gu, '$1')
}
