import type { Database } from './database.ts'
import { ownRelations } from './own-relations.ts'
import { tablePrefix } from './table-prefix.ts'

/** How many rows each table of an owner has, its ledger of migrations left out; read in the present transaction. */
export async function countRows(
  database: Database,
  owner: string,
  { others }: { others: readonly string[] },
): Promise<Record<string, number>> {
  const { context, dialect } = database
  const relations = await ownRelations(context, owner, { others, dialect })
  const counts: Record<string, number> = {}
  for (const { name, kind } of relations) {
    if (kind === 'view' || name === `${tablePrefix(owner)}migrations`) continue
    const [row] = await context(name).count<{ total: number | string }[]>({ total: '*' })
    counts[name] = Number(row?.total)
  }
  return counts
}
