import type { FoldedParts, FoldedWord } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'

/** A table whose records are searched by these fields, sorted by name. */
export interface SearchedTable {
  readonly name: string
  readonly fields: readonly string[]
}

/** What an index of a table is made with. */
export interface IndexOptions {
  readonly database: Database
  readonly table: SearchedTable
  /** How many records a search may name one by one. With more, it reads all folded texts. */
  readonly mostNamed: number
  /** Ends the making of an index; what is half made is dropped by the next attempt. */
  readonly signal: AbortSignal
}

/** A name as SQL quotes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const TRIGRAM = 3

/** Whether it is a number, which is also found with separators in it. */
export const isNumber = ([part = '', ...others]: readonly string[]) => others.length === 0 && /^\d{4,}$/.test(part)

/** The words that trigrams can find, with their parts that have some. */
export function wordsWithTrigrams(words: readonly FoldedWord[]): FoldedParts[] {
  const long = words.map(({ ways }) => ways.map((parts) => parts.filter((part) => [...part].length >= TRIGRAM)))
  return long.filter((ways) => ways.every((parts) => parts.length > 0))
}
