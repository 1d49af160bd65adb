import path from 'node:path'
import knex, { type Knex } from 'knex'
import type { Rows } from './marks.ts'
import type { Row } from './reference.ts'

type Stored = Readonly<Record<string, unknown>> & { readonly id: number }

interface Place {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}

/** The tables of the plugins behind their back: to see what a door has changed, to change what somebody must not notice, to put all back. */
export class Tables implements AsyncDisposable {
  readonly #knex: Knex
  readonly #original: Readonly<Record<string, readonly Stored[]>>

  private constructor(knex: Knex, original: Readonly<Record<string, readonly Stored[]>>) {
    this.#knex = knex
    this.#original = original
  }

  /** @param place the database of PostgreSQL, or the data directory of a host on SQLite */
  static async open({ databaseUrl, dataDir }: Place, names: readonly string[]): Promise<Tables> {
    const file = { filename: path.join(dataDir, 'atrium.sqlite') }
    const database = databaseUrl
      ? knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } })
      : knex({ client: 'sqlite3', connection: file, useNullAsDefault: true, pool: { min: 1, max: 1 } })
    if (!databaseUrl) await database.raw('PRAGMA busy_timeout = 20000')
    const tables = names.map(async (name) => [name, await database<Stored>(name).orderBy('id').select('*')] as const)
    return new Tables(database, Object.fromEntries(await Promise.all(tables)))
  }

  /** The records as they are. */
  async rows(): Promise<Rows> {
    const all = Object.keys(this.#original).map(
      async (name) => [name, (await this.#knex<Stored>(name).orderBy('id').select('*')).map(toRow)] as const,
    )
    return Object.fromEntries(await Promise.all(all))
  }

  /** Changes the original rows; undefined removes one. */
  replace(change: (table: string, row: Row) => Readonly<Record<string, unknown>> | undefined): Promise<void> {
    return this.#write((table, stored) => {
      const changed = change(table, toRow(stored))
      if (changed === undefined) return undefined
      const values = Object.entries(changed).map(([name, value]) => [
        name,
        Array.isArray(value) ? JSON.stringify(value) : value,
      ])
      return { ...stored, ...(Object.fromEntries(values) as object) }
    })
  }

  /** Makes everything as it was. */
  restore(): Promise<void> {
    return this.#write((_, stored) => stored)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#knex.destroy()
  }

  async #write(make: (table: string, stored: Stored) => Stored | undefined): Promise<void> {
    await this.#knex.transaction(async (together) => {
      for (const [table, original] of Object.entries(this.#original)) {
        await together(table).delete()
        const rows = original.flatMap((stored) => make(table, stored) ?? [])
        if (rows.length > 0) await together(table).insert(rows)
      }
    })
  }
}

/** As an answer has it: without null, the version, and with lists for JSON. */
function toRow({ version: _, tags, ...stored }: Stored): Row {
  const known = Object.entries(stored).filter(([, value]) => value !== null)
  return {
    ...(Object.fromEntries(known) as unknown as Row),
    ...(typeof tags === 'string' && { tags: JSON.parse(tags) as unknown }),
  }
}
