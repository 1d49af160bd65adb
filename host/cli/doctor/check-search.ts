import type { TableSource } from '../../base/db/index.ts'
import { canSearchByTrigrams, examineSearchIndexes, type IndexProblem } from '../../core/search/index.ts'
import { type Finding, warning } from './finding.ts'

/** Checks the indexes for searches. They hold nothing that is not in their tables, and a host makes them again. */
export async function checkSearch(source: TableSource): Promise<Finding[]> {
  const problems = (await examineSearchIndexes(source)).map(findingOf)
  if (source.dialect === 'sqlite' || (await canSearchByTrigrams(source))) return problems
  const extension = warning('search_extension_missing', {
    message:
      'PostgreSQL has no extension [pg_trgm], and the host may not add it: searches in large tables read all records.',
    fix: 'As a superuser of PostgreSQL, run in this database: CREATE EXTENSION pg_trgm. Then restart the host.',
  })
  return [...problems, extension]
}

function findingOf({ name, table, kind }: IndexProblem): Finding {
  if (kind === 'unfinished')
    return warning('search_index_unfinished', {
      message: `The search index [${name}] of [${table}] is not whole, so searches read all records of the table.`,
      fix: 'If a host runs, wait: it may be making the index. Otherwise the next start makes it anew. If it stays, see the log for [no search index].',
    })
  return warning('search_index_wrong', {
    message: `The search index [${name}] does not have the same records as its table [${table}]: searches miss some, or writing fails.`,
    fix: `Stop the host, run: sqlite3 atrium.sqlite 'DROP TRIGGER "${name}_update"', and start it: it makes the index anew.`,
  })
}
