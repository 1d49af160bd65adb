import { ApiError } from '../errors/api-error.ts'

/** The most distinct words that one search may have. Each word compares every searchable field of every record. */
export const MOST_SEARCH_WORDS = 10

/** A separator of a number with space around it, as in `030 / 901820`. */
const SEPARATOR = /(?<=[\d)]\s+)[-./](?=\s+[\d(])/g

/** The words of a search, each once, whatever their case, without the separators of numbers. */
export function search_words(text = ''): readonly string[] {
  const words = new Map<string, string>()
  for (const word of text.replaceAll(SEPARATOR, '').split(/\s+/)) if (word !== '') words.set(word.toLowerCase(), word)
  return [...words.values()]
}

/**
 * Returns the text of a search without the space around it.
 * @throws ApiError 400 `query_malformed` if it holds a NUL or too many words
 */
export function require_search_text(given: string): string {
  const text = given.trim()
  if (text.includes('\0')) throw malformed('[q] must not contain NUL characters. Remove them.')
  const count = search_words(text).length
  if (count <= MOST_SEARCH_WORDS) return text
  throw malformed(
    `[q] has ${count} different words. A search may have at most ${MOST_SEARCH_WORDS}. Search for fewer words.`,
  )
}

const malformed = (detail: string) => new ApiError('query_malformed', { detail })
