import type { Mistake } from './mistake.ts'

/** Mistakes in its migrations, tables, records and stores. */
export const STORE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a migration throws',
    file: 'migrations/0001_vans.ts',
    from: "table.increments('id')",
    to: "table.increment('id')",
    told: {
      code: 'migration_failed',
      at: 'migrations/0001_vans.ts:3',
      message: 'The migration [0001_vans] of [fleet] failed and was rolled back: table.increment is not a function',
      fix: 'Correct the migration. Saving the file runs it again.',
    },
  },
  {
    title: 'a migration is written for Sequelize',
    file: 'migrations/0001_vans.ts',
    from: 'export async function up(db) {',
    to: "export async function up(queryInterface) {\n  await queryInterface.addColumn('fleet_vans', 'isbn')",
    told: {
      code: 'migration_failed',
      at: 'migrations/0001_vans.ts:2',
      message:
        'The migration [0001_vans] of [fleet] failed and was rolled back: queryInterface.addColumn is not a function',
      fix: '`up` and `down` get a Knex: `export const up = (db) => db.schema.alterTable(…, (table) => …)`. Correct the migration. Saving the file runs it again.',
    },
  },
  {
    title: 'a migration does not await a statement',
    file: 'migrations/0001_vans.ts',
    from: 'await db.schema.createTable(',
    to: 'db.schema.createTable(',
    told: {
      code: 'migration_not_awaited',
      at: 'migrations/0001_vans.ts:2',
      message:
        "The migration [0001_vans] of [fleet] ended before its statement [db.schema.createTable('fleet_vans')], which it does not await. It was rolled back.",
      fix: 'Write `await` before the statement, or return it: `await db.schema.createTable(…)`. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.',
    },
  },
  {
    title: 'a migration does not end a transaction',
    file: 'migrations/0001_vans.ts',
    from: 'await db.schema.createTable(',
    to: `const own = await db.transaction()
  await own.schema.createTable(`,
    told: {
      code: 'migration_not_awaited',
      at: 'migrations/0001_vans.ts:2',
      message:
        'The migration [0001_vans] of [fleet] ended while its transaction [db.transaction()] was open. It was rolled back.',
      fix: 'Give it a function, and await it: `await db.transaction(async (own) => { … })`. Or remove it: each migration runs in a transaction.',
    },
  },
  {
    title: 'a migration does not export up',
    file: 'migrations/0001_vans.ts',
    from: 'export async function up',
    to: 'export async function upgrade',
    told: {
      code: 'migration_invalid',
      at: 'migrations/0001_vans.ts:1',
      message: 'The migration [0001_vans] exports no function [up].',
      fix: 'Write "export async function up(…)", and "down" if the step can be reverted.',
    },
  },
  {
    title: 'a store names a table that no migration creates',
    file: 'src/routes.ts',
    from: "'fleet_vans'",
    to: "'fleet_van'",
    told: {
      code: 'table_missing',
      at: 'src/routes.ts:8',
      message: 'The table [fleet_van] of a store does not exist: no migration creates it.',
      fix: "Correct the migration [0001_vans], which was undone: `db.schema.createTable('fleet_van', (table) => { … })`. Or correct the name.",
    },
  },
  {
    title: 'a store names a table of another plugin',
    file: 'src/routes.ts',
    from: "'fleet_vans'",
    to: "'depot_bays'",
    told: {
      code: 'table_foreign',
      at: 'src/routes.ts:8',
      message: 'The table [depot_bays] of a store belongs to the plugin [depot].',
      fix: 'Ask its plugin for the records with `context.call`, or keep what you need in a table of your own.',
    },
  },
  {
    title: 'a list is sorted by a column without an index',
    file: 'src/routes.ts',
    from: "sort: ['name']",
    to: "sort: ['name', 'price']",
    told: {
      code: 'sort_without_index',
      at: 'src/routes.ts:8',
      message: 'Lists of [fleet_vans] are sorted or filtered by [price], but no index begins with it.',
      fix: "Add a migration: `db.schema.alterTable('fleet_vans', (table) => table.index(['price']))`.",
    },
  },
  {
    title: 'the record has no id',
    file: 'src/van.ts',
    from: 'id: Type.Integer({ readOnly: true })',
    to: 'key: Type.Integer({ readOnly: true })',
    told: {
      code: 'record_invalid',
      at: 'src/routes.ts:8',
      message: 'The record schema has no [id].',
      fix: 'Add `id: Type.Integer({ readOnly: true })` to the record schema.',
    },
  },
  {
    title: 'the record has a field version',
    file: 'src/van.ts',
    from: 'tags: Type',
    to: `version: Type.Integer(),
  tags: Type`,
    told: {
      code: 'record_invalid',
      at: 'src/routes.ts:8',
      message: 'The record schema of the table [fleet_vans] has a field [version].',
      fix: 'Rename the field. The column [version] counts the changes of each record.',
    },
  },
  {
    title: 'a field of the record is no schema',
    file: 'src/van.ts',
    from: 'name: Type.String({ maxLength: 80 })',
    to: "name: 'string'",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [name] of a record is ["string"], which is not a schema.',
      fix: 'Write it like [name: Type.String()].',
    },
  },
  {
    title: 'the record is not an object',
    file: 'src/screens.ts',
    from: 'resource.record(Van)',
    to: 'resource.record(Van.properties.name)',
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: '[record()] requires the schema of an object.',
      fix: 'Write it like [record(Type.Object({ name: Type.String(), … }))].',
    },
  },
  {
    title: 'a store sorts by a misspelt field',
    file: 'src/routes.ts',
    from: "sort: ['name']",
    to: "sort: ['nmae']",
    told: {
      code: 'field_unknown',
      at: 'src/routes.ts:8',
      message: 'Records cannot be sorted by [nmae]. The record schema has no such field.',
      fix: 'Did you mean [name]?',
    },
  },
  {
    title: 'a store searches a number',
    file: 'src/routes.ts',
    from: "search: ['name']",
    to: "search: ['price']",
    told: {
      code: 'search_not_supported',
      at: 'src/routes.ts:8',
      message: '[q] cannot search [price]. The field does not hold text.',
      fix: 'Name only fields that hold text.',
    },
  },
  {
    title: 'a store sorts by a list of texts',
    file: 'src/routes.ts',
    from: "sort: ['name']",
    to: "sort: ['tags']",
    told: {
      code: 'sort_not_supported',
      at: 'src/routes.ts:8',
      message: 'Records cannot be sorted by [tags]. The field holds an object or an array.',
      fix: 'Remove the field here, or give it a type with a single value.',
    },
  },
  {
    title: 'an option of a store is misspelt',
    file: 'src/routes.ts',
    from: "search: ['name']",
    to: "serach: ['name']",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:8',
      message: 'The store of [fleet_vans] has no option [serach].',
      fix: 'Did you mean [search]?',
    },
  },
  {
    title: 'an option of a store is not a list',
    file: 'src/routes.ts',
    from: "search: ['name']",
    to: "search: 'name'",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:8',
      message: 'The option [search] of a store is ["name"].',
      fix: "Write it as a list of fields: [search: ['name']].",
    },
  },
  {
    title: 'a value of a field is listed twice',
    file: 'src/van.ts',
    from: "['idle', 'rented']",
    to: "['idle', 'rented', 'idle']",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The values of the field [status] of a record contain [idle] twice.',
      fix: 'Remove one of them, or correct it.',
    },
  },
  {
    title: 'a default is listed twice',
    file: 'src/van.ts',
    from: 'Type.Array(Type.String())',
    to: "Type.Array(Type.Enum(['old', 'new']), { default: ['old', 'old'] })",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The defaults of the field [tags] of a record contain [old] twice.',
      fix: 'Remove one of them, or correct it.',
    },
  },
  {
    title: 'the default of a field is misspelt',
    file: 'src/van.ts',
    from: "{ default: 'idle' }",
    to: "{ default: 'ilde' }",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The default of the field [status] of a record is [ilde], which is not one of its values.',
      fix: 'Did you mean [idle]?',
    },
  },
  {
    title: 'a field is longer than its column',
    file: 'migrations/0001_vans.ts',
    from: "table.string('name')",
    to: "table.string('name', 60)",
    told: {
      code: 'column_too_short',
      at: 'src/routes.ts:8',
      message:
        'The field [name] accepts 80 characters, but its column in [fleet_vans] is [varchar(60)]. PostgreSQL refuses longer texts.',
      fix: "Set [maxLength: 60], or make the column longer. Add a migration: `db.schema.alterTable('fleet_vans', (table) => table.string('name', 80).alter())`.",
    },
  },
]
