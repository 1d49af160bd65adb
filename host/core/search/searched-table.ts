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
  /** Ends the making of an index; what is half made is dropped by the next attempt. */
  readonly signal: AbortSignal
}

/** A name as SQL quotes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
