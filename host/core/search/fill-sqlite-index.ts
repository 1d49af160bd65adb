import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { type IndexOptions, quoted } from './searched-table.ts'
import { textsOf } from './sqlite-definition.ts'
import { comparedNumbers, comparedText, foldedText } from './sqlite-text.ts'

/** The row that marks the index as complete. No record has this number. */
const LAST = '-9223372036854775807'

/** Approximate milliseconds for which the only writer is held. */
const HELD = 20
const ROWS = { first: 250, fewest: 50, most: 2_000 } as const

/** Fills an index, whose triggers already exist, with the rows of its table, in small portions with pauses between them. */
export async function fillSqliteIndex(name: string, options: IndexOptions): Promise<void> {
  const { database, signal } = options
  let rows: number = ROWS.first
  let after: number | undefined
  while (!signal.aborted) {
    const began = performance.now()
    const last = await database.transaction((transaction) =>
      fillPortion(name, { ...options, transaction, after, rows }),
    )
    if (last === undefined) return
    after = last
    const took = performance.now() - began
    rows = Math.min(Math.max(Math.round((rows * HELD) / took), ROWS.fewest), ROWS.most)
    await pause(took, undefined, { ref: false })
  }
}

interface Portion extends IndexOptions {
  readonly transaction: Knex.Transaction
  /** The row before the portion; undefined: it starts with the first row. */
  readonly after: number | undefined
  readonly rows: number
}

/** @returns the last row; undefined at the end */
async function fillPortion(name: string, { transaction, table, after, rows }: Portion): Promise<number | undefined> {
  const [index, from] = [quoted(name), quoted(table.name)]
  const next = `from ${from} ${after === undefined ? '' : `where "id" > ${after}`} order by "id" limit ${rows}`
  const [found] = await transaction.raw<{ last: number | null }[]>(
    `select max("id") as "last" from (select "id" ${next})`,
  )
  const last = found?.last ?? undefined
  if (last === undefined) {
    await transaction.raw(`insert into ${index}(rowid, text) values (${LAST}, '')`)
    return undefined
  }
  const texts = quoted(textsOf(name))
  await transaction.raw(`insert or replace into ${index}(rowid, text) select "id", ${foldedText(table.fields)} ${next}`)
  const compared = [comparedText, comparedNumbers].map((textOf) => textOf(table.fields)).join(', ')
  await transaction.raw(`insert or replace into ${texts}(record, text, numbers) select "id", ${compared} ${next}`)
  return last
}

/** Whether an index contains all rows of the table. */
export async function isFilled(name: string, reader: Knex): Promise<boolean> {
  const rows = await reader.raw<readonly unknown[]>(`select 1 from ${quoted(name)} where rowid = ${LAST}`)
  return rows.length > 0
}
