import { type CollectedStore, type SearchIndex, use_search_index } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { repeat, TaskQueue } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { openPostgresIndex } from './postgres-index.ts'
import type { SearchedTable } from './searched-table.ts'
import { openSqliteIndex } from './sqlite-index.ts'

/** Smaller tables are read as fast without an index. */
const FEWEST_ROWS = 5_000
/** With more records, reading the folded texts is faster than listing ids. */
const MOST_NAMED = 2_000
/** Milliseconds between checks for tables that have grown. */
const REVIEW = 60_000

interface SearchIndexesOptions {
  readonly database: Database
  readonly log: HostLogger
  /** The number of rows from which a table gets an index. Default 5,000. */
  readonly fewestRows?: number
  /** How many records a search may list by id; with more, it reads the folded texts. Default 2,000. */
  readonly mostNamed?: number
}

/** Stores on one table. */
interface Followed {
  readonly table: SearchedTable
  readonly stores: readonly CollectedStore[]
}

/**
 * Maintains an index of the searched fields of each large table. Indexes are created one after the other in the background. Until its index
 * is complete, a table is searched without it, with the same result.
 */
export class SearchIndexes {
  readonly #options: SearchIndexesOptions
  readonly #queue = new TaskQueue()
  readonly #followed = new Map<string, readonly Followed[]>()
  /** Tables that have an index or cannot have one, in their present form. */
  readonly #settled = new WeakSet<Followed>()
  readonly #ending = new AbortController()
  readonly #stop: () => void

  constructor(options: SearchIndexesOptions) {
    this.#options = options
    const onError = (error: unknown) => options.log.error('search indexes cannot be reviewed', { err: error })
    this.#stop = repeat(REVIEW, () => this.review(), { onError })
  }

  /** From now on, the searches of these stores use indexes. Replaces the plugin's former stores. */
  follow(plugin: string, stores: readonly CollectedStore[]): void {
    this.#followed.set(plugin, followedOf(stores))
    void this.review()
  }

  /** Resolves when each large table has its index, or cannot have one. */
  async review(): Promise<void> {
    await this.#queue.run(async () => {
      for (const followed of [...this.#followed.values()].flat())
        if (!this.#ending.signal.aborted && !this.#settled.has(followed)) await this.#settle(followed)
    })
  }

  /** Stops creating indexes. */
  async close(): Promise<void> {
    this.#stop()
    this.#ending.abort()
    await this.#queue.idle()
  }

  async #settle(followed: Followed): Promise<void> {
    const { database, log, mostNamed = MOST_NAMED } = this.#options
    const { table, stores } = followed
    try {
      if (!(await this.#isLarge(table))) return
      this.#settled.add(followed)
      const open = database.dialect === 'sqlite' ? openSqliteIndex : openPostgresIndex
      const began = performance.now()
      const index = await open({ database, table, mostNamed, signal: this.#ending.signal })
      if (index === undefined) return
      for (const store of stores) use_search_index(store, this.#watched(index, followed))
      log.debug('search index ready', { table: table.name, milliseconds: Math.round(performance.now() - began) })
    } catch (error) {
      this.#settled.add(followed)
      if (this.#ending.signal.aborted) return
      log.warn('a table has no search index, so searches read all of its records', { table: table.name, err: error })
    }
  }

  /** If migrations dropped an index, the next check creates it again. */
  #watched(index: SearchIndex, followed: Followed): SearchIndex {
    return {
      candidates: (search) => index.candidates(search),
      isGone: (error) => {
        const isGone = index.isGone(error)
        if (isGone) this.#settled.delete(followed)
        return isGone
      },
    }
  }

  async #isLarge({ name }: SearchedTable): Promise<boolean> {
    const { database, fewestRows = FEWEST_ROWS } = this.#options
    const rows = await database
      .reader(name)
      .select(database.reader.raw('1'))
      .limit(1)
      .offset(fewestRows - 1)
    return rows.length > 0
  }
}

function followedOf(stores: readonly CollectedStore[]): readonly Followed[] {
  const tables = new Map<string, CollectedStore[]>()
  for (const store of stores) {
    if (store.table === undefined || (store.rules.search ?? []).length === 0) continue
    tables.set(store.table.name, [...(tables.get(store.table.name) ?? []), store])
  }
  return [...tables].map(([name, stores]) => {
    const fields = new Set(stores.flatMap(({ rules }) => rules.search ?? []))
    return { table: { name, fields: [...fields].sort() }, stores }
  })
}
