import type { Diagnostic } from '@atrium/sdk/documents'
import { isOutage, type MigrationError } from '../../base/db/index.ts'
import { diagnose } from '../../base/errors/index.ts'
import { authorPlace, relativeFile } from '../load/author-frame.ts'
import type { BundledMigration, MigrationFile } from '../load/migrations.ts'

/** An older version of the plugin on the tables of a newer one: not a mistake, unless something else is reported too. */
export function tablesAhead(
  id: string,
  names: readonly string[],
  { migrations }: { migrations: readonly MigrationFile[] },
): Diagnostic {
  const listed = names.map((name) => `[${name}]`).join(', ')
  const last = migrations.filter(({ name }) => name < (names[0] ?? '')).at(-1)?.name ?? '<name>'
  return diagnose('migrations_ahead', {
    message: `The migrations ${listed} of [${id}] were applied, but its folder does not have them: its tables are newer than its code.`,
    where: { file: 'migrations' },
    fix: `If a file was deleted, restore it. If you have checked out an older version: check out the newer one again, undo them with \`atrium plugins migrate ${id} --to ${last}\`, and return to this version. In development, \`atrium plugins reset ${id}\` drops its tables and starts over.`,
  })
}

/** The database could not be used, which is not the author's mistake. */
export const outageDiagnostic = (id: string, error: unknown): Diagnostic =>
  diagnose('database_outage', {
    message: `The tables of the plugin [${id}] cannot be used now. ${error instanceof Error ? error.message : String(error)}`,
  })

/** SQLite and PostgreSQL refuse a new column without a value for the rows that are there. */
const NOT_NULL = /Cannot add a NOT NULL column|column "\w+" of relation "\w+" contains null values/

const FILL =
  'The records that are there need a value: give the column a default, as in `table.integer(…).notNullable().defaultTo(0)`, or let it be empty with `nullable()`.'

const EXISTS = /\b(?:table|index|relation|view) [`"']?(\w+)[`"']? already exists/

/** Tables remain if the folder of the migrations was emptied, or if they were made by hand. */
const wayOut = (owner: string) =>
  `Create it under another name, or remove the statement. In development, \`atrium plugins reset ${owner}\` drops the tables of the plugin and starts over.`

/** What migrations of Sequelize, TypeORM and node-pg-migrate call. */
const OTHER_LIBRARY = /\b(?:queryInterface|queryRunner|sequelize|pgm)\.\w+ is not a function/

const KNEX =
  '`up` and `down` get a Knex: `export const up = (db) => db.schema.alterTable(…, (table) => …)`. Correct the migration. Saving the file runs it again.'

/** What the author can do, if the message tells more than that it failed. */
function fixOf({ message, owner, fix }: MigrationError): string | undefined {
  if (NOT_NULL.test(message)) return FILL
  if (EXISTS.test(message)) return wayOut(owner)
  return OTHER_LIBRARY.test(message) ? KNEX : fix
}

/** Names the migration that failed, with the line where it threw or created the statement, or else that of `up`. */
export function migrationDiagnostic(
  error: MigrationError,
  { directory, migrations }: { directory: string; migrations: readonly BundledMigration[] },
): Diagnostic {
  const { code, message, migration, cause, origin } = error
  if (code === 'migration_failed' && isOutage(error)) return outageDiagnostic(error.owner, error)
  const found = migrations.find(({ name }) => name === migration)
  const place = found
    ? { file: relativeFile(found.file, directory), line: found.line }
    : { file: `migrations/${migration}` }
  return diagnose(code, {
    message,
    fix: fixOf(error),
    where: authorPlace(cause, directory) ?? authorPlace(origin, directory) ?? place,
    ...(cause instanceof Error && !message.endsWith(cause.message) && { cause: cause.message }),
  })
}
