import { search_words } from '../lists/search-words.ts'
import { type FoldedParts, folded_parts } from '../lists/search-folding.ts'
import { spellings_of } from '../lists/search-spellings.ts'

/** A condition in SQL, with `?` for each binding. */
export interface SearchCondition {
  readonly sql: string
  readonly bindings: readonly string[]
}

/** What the host keeps of a table, so that a search does not read all of its records. */
export interface SearchIndex {
  /**
   * Returns a condition that holds for all records that contain the words, and for some that do not. Undefined if reading all records is
   * faster.
   * @param words for each word, what a folded text contains if it contains the word
   */
  candidates(words: readonly FoldedParts[]): Promise<SearchCondition | undefined>
  /** Whether a query failed because the index is gone. It is not used any more then. */
  isGone(error: unknown): boolean
}

const indexes = new WeakMap<object, SearchIndex>()

/** Lets searches of a store use an index, until that is gone. For the host. */
export const use_search_index = (store: object, index: SearchIndex): void => void indexes.set(store, index)

/** Runs a search with what the index of the store says about it, and again without the index if that is gone. */
export async function find_indexed<Result>(
  store: object,
  search: string,
  run: (candidates: SearchCondition | undefined) => Promise<Result>,
): Promise<Result> {
  const index = indexes.get(store)
  const words = index && search_words(search).map((word) => folded_parts(spellings_of(word)))
  const long = words?.filter((ways) => ways !== undefined) ?? []
  if (index === undefined || long.length === 0) return run(undefined)
  try {
    return await run(await index.candidates(long))
  } catch (error) {
    if (!index.isGone(error)) throw error
    if (indexes.get(store) === index) indexes.delete(store)
    return run(undefined)
  }
}
