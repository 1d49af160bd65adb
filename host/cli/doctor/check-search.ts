import type { TableSource } from '../../base/db/index.ts'
import { canSearchByTrigrams, examineSearchIndexes, type IndexProblem } from '../../core/search/index.ts'
import { type Finding, warning } from './finding.ts'

/** Checks the search indexes. Their content can always be rebuilt from the tables. */
export async function checkSearch(source: TableSource): Promise<Finding[]> {
  const problems = (await examineSearchIndexes(source)).map(findingOf)
  if (source.dialect === 'sqlite' || (await canSearchByTrigrams(source))) return problems
  const extension = warning('search_extension_missing', {
    message:
      'PostgreSQL does not have the extension [pg_trgm], and the host may not add it: searches in large tables read all records.',
    fix: 'As a superuser of PostgreSQL, run in this database: CREATE EXTENSION pg_trgm. Then restart the host.',
  })
  return [...problems, extension]
}

function findingOf({ name, table, kind }: IndexProblem): Finding {
  if (kind === 'unfinished')
    return warning('search_index_unfinished', {
      message: `The search index [${name}] of [${table}] is incomplete, so searches read all records of the table.`,
      fix: 'If a host runs, wait: it may be building the index. Otherwise the next start builds it again. If the index stays incomplete, search the log for [no search index].',
    })
  return warning('search_index_wrong', {
    message: `The search index [${name}] does not have the same records as its table [${table}]: searches miss some, or writing fails.`,
    fix: `Stop the host, run: sqlite3 atrium.sqlite 'DROP TRIGGER "${name}_update"', and start it: it builds the index again.`,
  })
}
