import type { HostOptions } from '../../base/config/index.ts'
import { appliedMigrations, SEARCH_PREFIX, type TableSource } from '../../base/db/index.ts'
import { driftOf, HOST_TABLE, isAlive, readHosts } from '../../core/hosts/index.ts'
import { canSearchByTrigrams, examineSearchIndexes, type IndexProblem } from '../../core/search/index.ts'
import { platformMigrations } from '../../open-storage.ts'
import { discoverPlugins, listMigrations } from '../../plugins/index.ts'
import { error, type Finding, warning } from './finding.ts'

/** Checks that the database is intact, and that its tables are those of this version and of the existing plugins. */
export async function checkDatabase(source: TableSource, options: HostOptions): Promise<Finding[]> {
  const integrity = source.dialect === 'sqlite' ? await checkSqlite(source) : await checkPostgres(source)
  const search = await checkSearch(source)
  return [...integrity, ...search, ...(await checkMigrations(source, options)), ...(await checkHosts(source))]
}

/** Differences that make data unreadable on another host. */
const SEVERE = ['secret_key', 'files_apart']

/** The differences between the hosts that run on the database, each pair once. */
async function checkHosts(source: TableSource): Promise<Finding[]> {
  if (source.dialect === 'sqlite' || !(await source.reader.schema.hasTable(HOST_TABLE))) return []
  const hosts = (await readHosts(source)).filter(isAlive)
  return hosts.flatMap((host, at) =>
    driftOf(host, hosts.slice(at + 1)).map(({ code, message }) =>
      (SEVERE.includes(code) ? error : warning)(code, {
        message: `Reported by [${host.name}]: ${message}`,
        fix: 'Remove the difference; `atrium hosts` lists the hosts.',
      }),
    ),
  )
}

async function checkSqlite({ reader }: TableSource): Promise<Finding[]> {
  const found = await reader.raw<{ integrity_check: string }[]>('PRAGMA integrity_check(10)')
  const damages = found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const broken = await reader.raw<{ table: string; parent: string }[]>('PRAGMA foreign_key_check')
  const tables = groupByTable(broken)
  return [
    ...damages.map((text) =>
      error('database_damaged', {
        message: `The database is damaged: [${text}].`,
        fix: 'Stop the host, keep a copy of the data directory, and restore the latest backup (atrium restore).',
      }),
    ),
    ...[...tables].map(([table, rows]) =>
      error('foreign_key_broken', {
        message: `[${rows.length}] rows of [${table}] refer to missing rows of [${rows[0]?.parent ?? ''}].`,
        fix: `Find them with: sqlite3 atrium.sqlite 'PRAGMA foreign_key_check(${table})'. Then restore a backup, or delete them.`,
      }),
    ),
  ]
}

/** Node 20 has no `Map.groupBy`. */
function groupByTable<Row extends { table: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.table, [...(groups.get(row.table) ?? []), row])
  return groups
}

/** PostgreSQL maintains foreign keys itself; an index that could not be built stays behind. */
async function checkPostgres({ reader }: TableSource): Promise<Finding[]> {
  const { rows } = await reader.raw<{ rows: { name: string }[] }>(
    // Search indexes enforce no uniqueness, and are created again (`checkSearch`).
    `select indexrelid::regclass::text as name from pg_index where not indisvalid and indexrelid::regclass::text not like '${SEARCH_PREFIX}%'`,
  )
  return rows.map(({ name }) =>
    error('index_invalid', {
      message: `The index [${name}] is invalid: PostgreSQL does not use it, and it does not enforce unique values.`,
      fix: `REINDEX INDEX ${name}`,
    }),
  )
}

async function checkMigrations(source: TableSource, options: HostOptions): Promise<Finding[]> {
  const { platform = [], ...owners } = await appliedMigrations(source)
  const known = platformMigrations.map(({ name }) => name)
  const newer = platform.filter((name) => !known.includes(name))
  const pending = known.filter((name) => !platform.includes(name))
  const findings: Finding[] = []
  if (newer.length > 0)
    findings.push(
      error('database_newer', {
        message: `A newer version has used the database. This version does not have its migrations [${newer.join(', ')}].`,
        fix: 'Run the newer version, or restore a backup of this version.',
      }),
    )
  if (pending.length > 0)
    findings.push(
      warning('migrations_pending', {
        message: `The database lacks migrations of this version: [${pending.join(', ')}].`,
        fix: 'Make a backup. The next start applies them.',
      }),
    )
  return [...findings, ...(await checkPlugins(owners, options))]
}

const ELSEWHERE =
  'Call this where the host is started, or set ATRIUM_PLUGINS as for the host. If the plugin was removed, install it again, or drop its tables if its data is not needed.'

async function checkPlugins(
  owners: Readonly<Record<string, readonly string[]>>,
  { pluginDirectories }: HostOptions,
): Promise<Finding[]> {
  const { candidates } = await discoverPlugins(pluginDirectories)
  const folders = new Map(candidates.flatMap(({ manifest, directory }) => (manifest ? [[manifest.id, directory]] : [])))
  const findings: Finding[] = []
  for (const [id, applied] of Object.entries(owners)) {
    const directory = folders.get(id)
    if (directory === undefined) {
      const message = `The database has tables of the plugin [${id}], which is in none of [${pluginDirectories.join(', ')}].`
      findings.push(warning('plugin_missing', { message, fix: ELSEWHERE }))
      continue
    }
    const files = new Set((await listMigrations(directory)).map(({ name }) => name))
    const unknown = applied.filter((name) => !files.has(name))
    if (unknown.length > 0)
      findings.push(
        warning('migration_unknown', {
          message: `The plugin [${id}] does not have its applied migrations [${unknown.join(', ')}]: it is older than its tables.`,
          fix: 'Install the version that created them, or a later one.',
        }),
      )
  }
  return findings
}

/** Checks the search indexes. Their content can always be rebuilt from the tables. */
async function checkSearch(source: TableSource): Promise<Finding[]> {
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
