import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { appliedMigrations, withPostgres } from '../db/index.ts'
import { BackupError } from './backup-error.ts'
import type { BackupManifest } from './manifest.ts'

/** Dumps the database in pg_dump's custom format, and returns the migrations in the dump: both come from the same snapshot. */
export const dumpPostgres = (url: string, file: string): Promise<BackupManifest['migrations']> =>
  withPostgres(url, (knex) =>
    knex.transaction(
      async (transaction) => {
        const { rows } = await transaction.raw<{ rows: { snapshot: string }[] }>(
          'select pg_export_snapshot() as snapshot',
        )
        const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.snapshot ?? ''}`]
        await runTool('pg_dump', [...args, `--file=${file}`], url)
        return appliedMigrations({ dialect: 'postgres', reader: transaction })
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    ),
  )

/** Restores a dump into an empty database, completely or not at all. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  await runTool('pg_restore', [...args, `--dbname=${name}`, file], url)
  // Without statistics about the tables, the server plans badly.
  await withPostgres(url, (knex) => knex.raw('analyze'))
}

/** Whether the database has no tables yet. */
export const isEmptyPostgres = (url: string): Promise<boolean> =>
  withPostgres(
    url,
    async (knex) =>
      (await knex('pg_tables').whereRaw('schemaname = current_schema()').first('tablename')) === undefined,
  )

async function runTool(name: string, args: readonly string[], url: string): Promise<void> {
  const child = spawn(name, args, {
    env: { ...process.env, ...connectionOf(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? missing(name) : error
  })) as [number | null]
  if (code !== 0) throw refused(name, (await said).trim())
}

/** Not as an argument, because other users of the machine can see those. */
function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const given = {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
    PGSSLCERT: searchParams.get('sslcert') ?? '',
    PGSSLKEY: searchParams.get('sslkey') ?? '',
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

const missing = (name: string) =>
  new BackupError(
    'backup_tool_missing',
    `[${name}] is not installed or not in PATH. With PostgreSQL, backups need its client programs, of the server's version or a later one ` +
      '(Debian: apt install postgresql-client).',
  )

const refused = (name: string, reason: string) =>
  new BackupError(
    'backup_tool_failed',
    `[${name}] failed: ${reason.replace(/^pg_\w+: (?:error: )?/, '')}. Nothing was changed. If it is older than the server, install a version as new as the server.`,
  )
