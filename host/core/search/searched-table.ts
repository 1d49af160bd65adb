import type { FoldedParts, FoldedWord } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'

/** A table whose records are searched by these fields, sorted by name. */
export interface SearchedTable {
  readonly name: string
  readonly fields: readonly string[]
}

/** The input for creating an index. */
export interface IndexOptions {
  readonly database: Database
  readonly table: SearchedTable
  /** How many records a search may list by id. With more, it reads all folded texts. */
  readonly mostNamed: number
  /** Stops the creation of an index; the next attempt drops the unfinished one. */
  readonly signal: AbortSignal
}

/** A name as SQL quotes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const TRIGRAM = 3

/** Whether the word is a number, which is also found with separators in it. */
export const isNumber = ([part = '', ...others]: readonly string[]) => others.length === 0 && /^\d{4,}$/.test(part)

/** The words that trigrams can find, with those of their parts that have trigrams. */
export function wordsWithTrigrams(words: readonly FoldedWord[]): FoldedParts[] {
  const long = words.map(({ ways }) => ways.map((parts) => parts.filter((part) => [...part].length >= TRIGRAM)))
  return long.filter((ways) => ways.every((parts) => parts.length > 0))
}
