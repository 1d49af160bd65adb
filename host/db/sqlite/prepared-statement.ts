import type { StatementSyncInstance } from '@photostructure/sqlite'

type Row = Record<string, unknown>

/**
 * A statement of the prebuilt driver that answers like sqlite3: ordinary objects where the driver's have no prototype, and
 * Buffer for its Uint8Array. Building the rows here from arrays is also a third faster than the driver's own objects.
 */
export class PreparedStatement {
  readonly #statement: StatementSyncInstance
  /** Missing where `*` takes part: another connection's ALTER TABLE may then change the columns of a prepared statement. */
  readonly #names: readonly string[] | undefined

  constructor(statement: StatementSyncInstance) {
    this.#statement = statement
    if (statement.sourceSQL.includes('*')) return
    this.#names = statement.columns().map((column) => column.name)
    statement.setReturnArrays(true)
  }

  rows(bindings: readonly unknown[]): Row[] {
    const names = this.#names
    const answer = this.#statement.all(...bindings) as unknown[]
    if (names) return (answer as unknown[][]).map((values) => toRow(names, values))
    return (answer as Row[]).map((row) => toRow(Object.keys(row), Object.values(row)))
  }

  run(bindings: readonly unknown[]): { lastID: number; changes: number } {
    const { lastInsertRowid, changes } = this.#statement.run(...bindings)
    return { lastID: Number(lastInsertRowid), changes }
  }
}

function toRow(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let index = 0; index < names.length; index++) row[names[index] as string] = toValue(values[index])
  return row
}

function toValue(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
