import { search_words } from '../lists/search-words.ts'
import { folded_word, type FoldedWord } from '../lists/search-folding.ts'
import { spellings_of } from '../lists/search-spellings.ts'

/** A condition in SQL, with `?` for each binding. */
export interface SearchCondition {
  readonly sql: string
  readonly bindings: readonly string[]
  /**
   * The records whose texts are still compared with the words: those for which it holds, because it holds for some that do not contain
   * them; those for which it is NULL; or none, because it says it all.
   */
  readonly compares: 'found' | 'unknown' | 'none'
}

/** The search: its words and fields. */
export interface IndexedSearch {
  /** The words of which something is certain. */
  readonly words: readonly FoldedWord[]
  /** Whether these are all words. */
  readonly is_whole: boolean
  /** The fields in which the caller searches. */
  readonly fields: readonly string[]
}

/** A host's index of a table, so that searches need not read all of its records. */
export interface SearchIndex {
  /** Returns what the index knows about the records that contain the words. Undefined if reading all records is faster. */
  candidates(search: IndexedSearch): Promise<SearchCondition | undefined>
  /** Whether a query failed because the index was dropped. The index is then no longer used. */
  isGone(error: unknown): boolean
}

const indexes = new WeakMap<object, SearchIndex>()

/** Lets searches of a store use an index until it is dropped. For the host. */
export const use_search_index = (store: object, index: SearchIndex): void => void indexes.set(store, index)

/** Runs a search with the index of the store, and again without it if the index was dropped. */
export async function find_indexed<Result>(
  store: object,
  { search, fields }: { readonly search: string; readonly fields: readonly string[] },
  run: (candidates: SearchCondition | undefined) => Promise<Result>,
): Promise<Result> {
  const index = indexes.get(store)
  const all = index && search_words(search).map((word) => folded_word(spellings_of(word)))
  const words = all?.filter((word) => word !== undefined) ?? []
  if (index === undefined || words.length === 0) return run(undefined)
  try {
    return await run(await index.candidates({ words, is_whole: words.length === all?.length, fields }))
  } catch (error) {
    if (!index.isGone(error)) throw error
    if (indexes.get(store) === index) indexes.delete(store)
    return run(undefined)
  }
}
