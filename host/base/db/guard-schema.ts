import { nameOf } from './awaited-statements.ts'
import { DatabaseError } from './database-error.ts'

/** Why a change of tables is refused outside of migrations, and what to do. */
export const CHANGE_ADVICE =
  'Only migrations change tables: the host applies each once, and undoes it with its plugin. Write a migration.'

/** The methods of Knex's schema builder that change tables and views. The others read. */
const CHANGING = [
  ...['createTable', 'createTableIfNotExists', 'createTableLike', 'table', 'alterTable', 'renameTable'],
  ...['dropTable', 'dropTableIfExists', 'createView', 'createViewOrReplace', 'view', 'alterView', 'renameView'],
  ...['dropView', 'dropViewIfExists', 'createMaterializedView', 'refreshMaterializedView', 'dropMaterializedView'],
  ...['dropMaterializedViewIfExists', 'createSchema', 'createSchemaIfNotExists', 'dropSchema', 'dropSchemaIfExists'],
  ...['createExtension', 'createExtensionIfNotExists', 'dropExtension', 'dropExtensionIfExists'],
]

const refusing = (method: string) => (name: unknown) => {
  const statement = nameOf({ _sequence: [{ method, args: [name] }] })
  throw new DatabaseError('statement_refused', `A plugin may not call [${statement}]. ${CHANGE_ADVICE}`)
}

/** Replaces the methods of a schema builder that change tables. Made once, because `db.schema` makes a builder for each use. */
export const REFUSING_SCHEMA: Readonly<Record<string, unknown>> = Object.fromEntries(
  CHANGING.map((method) => [method, refusing(method)]),
)
