import type { Database } from '../../base/db/index.ts'

const SQLITE = `
  SELECT 1 AS "found" FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS k
  WHERE t.type = 'table' AND k."table" = ? COLLATE NOCASE AND k.on_delete IN ('CASCADE', 'SET NULL', 'SET DEFAULT') LIMIT 1`

const POSTGRES = `
  SELECT 1 AS "found" FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND k.confdeltype IN ('c', 'n', 'd') AND t.relname = ? AND pg_table_is_visible(t.oid) LIMIT 1`

/** Tells whether deleting a row of a table deletes or changes rows of other tables, which restoring it would not restore. */
export class LostRows {
  readonly #database: Database
  /** Each table is checked once, because SQLite has to look through all of them. */
  readonly #known = new Map<string, boolean>()

  constructor(database: Database) {
    this.#database = database
  }

  async isFrom(table: string): Promise<boolean> {
    const isLost = this.#known.get(table) ?? (await this.#ask(table))
    this.#known.set(table, isLost)
    return isLost
  }

  /** Clears the cache, because migrations may have run. */
  forget(): void {
    this.#known.clear()
  }

  async #ask(table: string): Promise<boolean> {
    const { dialect, context } = this.#database
    if (dialect === 'sqlite') return (await context.raw<readonly unknown[]>(SQLITE, [table])).length > 0
    return (await context.raw<{ rows: readonly unknown[] }>(POSTGRES, [table])).rows.length > 0
  }
}
