import type { Mistake } from './mistake.ts'

const MIGRATION = 'migrations/0001_vans.ts'
const UNDONE = 'Correct the migration [0001_vans], which was undone: '

/** Mistakes in its tables, made by an author who knew only the README and the SDK. */
export const FIRST_DAY_TABLE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a column has another name than its field',
    file: MIGRATION,
    from: "table.string('name')",
    to: "table.string('title')",
    told: {
      code: 'column_missing',
      at: 'src/routes.ts:8',
      message: 'The table [fleet_vans] has no column [name], but the record has the field [name].',
      fix: `Did you mean the column [title]? Rename the field, or the column. If the column is new: ${UNDONE.charAt(0).toLowerCase()}${UNDONE.slice(1)}\`table.string('name')\`.`,
    },
  },
  {
    title: 'the table has no column version',
    file: MIGRATION,
    from: "    table.integer('version').notNullable().defaultTo(1)\n",
    to: '',
    told: {
      code: 'version_missing',
      at: 'src/routes.ts:8',
      message: 'The table [fleet_vans] has no column [version]. The store counts the changes of each record in it.',
      fix: `${UNDONE}\`table.integer('version').notNullable().defaultTo(1)\`.`,
    },
  },
  {
    title: 'a column has another type than its field',
    file: MIGRATION,
    from: "table.integer('price')",
    to: "table.string('price')",
    told: {
      code: 'column_type',
      at: 'src/routes.ts:8',
      message: 'The column [price] of [fleet_vans] is [varchar(255)], but the field [price] holds integers.',
      fix: `${UNDONE}\`table.integer('price')\`, or change the type of the field.`,
    },
  },
  {
    title: 'a column needs a value that the record does not have',
    file: MIGRATION,
    from: "table.text('tags')",
    to: "table.text('tags')\n    table.string('plate').notNullable()",
    told: {
      code: 'column_without_value',
      at: 'src/routes.ts:8',
      message:
        'The column [plate] of [fleet_vans] takes no NULL and has no default, and the record has no field [plate]. No record could be created.',
      fix: `Add the field to the record, or let the column be empty. ${UNDONE}\`table.setNullable('plate')\`.`,
    },
  },
  {
    title: 'a migration adds a column without a value to records that are there',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60_001',
    files: {
      'migrations/0002_seats.ts': `export async function up(db) {
  await db('fleet_vans').insert({ name: 'Van', status: 'idle', price: 1, created_at: '' })
  await db.schema.alterTable('fleet_vans', (table) => table.integer('seats').notNullable())
}
`,
    },
    told: {
      code: 'migration_failed',
      at: 'migrations/0002_seats.ts:3',
      message:
        'The migration [0002_seats] of [fleet] failed and was rolled back: Cannot add a NOT NULL column with default value NULL',
      fix: 'The records that are there need a value: give the column a default, as in `table.integer(…).notNullable().defaultTo(0)`, or let it be empty with `nullable()`.',
    },
  },
  {
    title: 'a migration creates a table without the id of the plugin',
    file: MIGRATION,
    from: "createTable('fleet_vans'",
    to: "createTable('vans'",
    told: {
      code: 'migration_table_foreign',
      at: 'migrations/0001_vans.ts:2',
      message:
        'The migration [0001_vans] of [fleet] creates the table [vans], whose name does not begin with [fleet_].',
      fix: 'Name it [fleet_vans].',
    },
  },
]
