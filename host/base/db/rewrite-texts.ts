import type { Knex } from 'knex'
import type { Database } from './database.ts'

interface RewriteOptions {
  /** Selects only texts that contain one of these. */
  readonly containing: readonly string[]
  /** Returns the new text, or the same one to leave it. */
  readonly rewrite: (
    text: string,
    where: { table: string; column: string; row: Readonly<Record<string, unknown>> },
  ) => string
}

/** The numbers of matching texts in a column that were rewritten and left unchanged. */
export interface RewrittenColumn {
  readonly table: string
  readonly column: string
  readonly rewritten: number
  readonly left: number
}

/**
 * Rewrites texts in the tables of all owners. Each text is one statement, which compares first, so concurrent changes are not lost and an
 * interrupted run can be repeated. Tables without matching texts are not listed.
 */
export async function rewriteTexts(database: Database, options: RewriteOptions): Promise<RewrittenColumn[]> {
  const knex = database.context
  const results: RewrittenColumn[] = []
  for (const { table, column } of await listTexts(database)) {
    const done = await rewriteColumn(knex, { table, column }, options)
    if (done.rewritten + done.left > 0) results.push({ table, column, ...done })
  }
  return results
}

interface Place {
  readonly table: string
  readonly column: string
}

async function rewriteColumn(knex: Knex, { table, column }: Place, { containing, rewrite }: RewriteOptions) {
  const matching = (query: Knex.QueryBuilder) =>
    query.where((any) => {
      for (const part of containing) void any.orWhereRaw("?? like ? escape '!'", [column, `%${escapeLike(part)}%`])
    })
  const rows = (await matching(knex(table)).select('*')) as Record<string, unknown>[]
  let rewritten = 0
  for (const row of rows) {
    const text = String(row[column])
    const next = rewrite(text, { table, column, row })
    if (next === text) continue
    rewritten += await knex(table)
      .where({ [column]: text })
      .update({ [column]: next })
  }
  return { rewritten, left: rows.length - rewritten }
}

const escapeLike = (text: string) => text.replaceAll(/[!%_]/g, '!$&')

/** The columns with texts in all tables. JSON columns of PostgreSQL are not among them; plugins store JSON as text. */
async function listTexts({ context, dialect }: Database): Promise<{ table: string; column: string }[]> {
  if (dialect === 'postgres')
    return context('information_schema.columns as c')
      .join('information_schema.tables as t', (on) =>
        on.on('t.table_name', 'c.table_name').andOn('t.table_schema', 'c.table_schema'),
      )
      .whereRaw('c.table_schema = current_schema()')
      .where('t.table_type', 'BASE TABLE')
      .whereIn('c.data_type', ['text', 'character varying'])
      .select('c.table_name as table', 'c.column_name as column')
  return context('sqlite_master as t')
    .joinRaw('join pragma_table_info(t.name) as c')
    .where('t.type', 'table')
    .whereRaw("t.name not like 'sqlite!_%' escape '!' and t.sql not like 'create virtual%'")
    .whereRaw("(c.type like '%char%' or c.type like '%text%')")
    .select('t.name as table', 'c.name as column')
}
