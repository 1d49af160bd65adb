import type { DiagnosticCode } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { diagnosed, found, markedLine } from '../../../../helpers/diagnosed.ts'
import { eachDatabase } from '../../../../helpers/databases.ts'

const INDEX = `
import { money, table_store, Type } from '@atrium/sdk'
const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ maxLength: 80 }),
  seats: Type.Integer(),
  price: money(),
  weight: Type.Optional(Type.Number()),
  is_sold: Type.Boolean({ default: false }),
  built_on: Type.Optional(Type.String({ format: 'date' })),
  seen_at: Type.Optional(Type.String({ format: 'date-time' })),
  tags: Type.Optional(Type.Array(Type.String())),
  size: Type.Optional(Type.Object({ height: Type.Number() })),
})
export function register_routes(routes, { db }) {
  const vans = table_store(db, 'fleet_vans', Van) // HERE
  routes.records('/vans/{id}', vans)
}`

const COLUMNS: Readonly<Record<string, string>> = {
  id: `increments('id')`,
  name: `string('name', 80).notNullable()`,
  seats: `integer('seats').notNullable()`,
  price: `bigInteger('price').notNullable()`,
  weight: `double('weight')`,
  is_sold: `boolean('is_sold').notNullable()`,
  built_on: `date('built_on')`,
  seen_at: `timestamp('seen_at')`,
  tags: `text('tags')`,
  size: `text('size')`,
  version: `integer('version').notNullable()`,
}

/** A migration that creates the table, with some columns changed, added or left out. */
const creating = (changed: Readonly<Record<string, string | undefined>> = {}) => {
  const calls = Object.values({ ...COLUMNS, ...changed }).filter((call) => call !== undefined)
  return `export const up = (db) => db.schema.createTable('fleet_vans', (table) => {
${calls.map((call) => `  table.${call}`).join('\n')}
})`
}

describe('The columns of a store’s table', () => {
  eachDatabase((target) => {
    const diagnose = async (files: Record<string, string>) =>
      diagnosed({ 'src/index.ts': INDEX, ...files }, { database: await target.open() })
    const created = (changed?: Record<string, string | undefined>) =>
      diagnose({ 'migrations/0001_vans.ts': creating(changed) })

    /** The finding of a table with one mistake. It names the line of `table_store`. */
    async function only(code: DiagnosticCode, changed: Record<string, string | undefined>) {
      const diagnostics = await created(changed)
      expect(diagnostics.map((diagnostic) => diagnostic.code)).to.deep.equal([code])
      const finding = found(diagnostics, code)
      expect(finding.where).to.include({ file: 'src/index.ts', line: markedLine(INDEX) })
      return finding
    }

    it('suit the record if each field has a column that can keep its values', async () => {
      expect(await created()).to.deep.equal([])
      expect(await created({ tags: `json('tags')`, size: `jsonb('size')`, owner: `string('owner')` })).to.deep.equal([])
      expect(
        await created({
          price: `decimal('price').notNullable()`,
          depot: `string('depot').notNullable().defaultTo('')`,
        }),
      ).to.deep.equal([])
    })

    it('column_missing: names the field without a column, and the call that adds the column', async () => {
      const { message, fix } = await only('column_missing', { price: undefined })
      expect(message).to.equal('The table [fleet_vans] has no column [price], but the record has the field [price].')
      expect(fix).to.equal(
        "Correct the migration [0001_vans], which was undone: `table.bigInteger('price')`, or remove the field.",
      )
    })

    it('column_missing: recognizes a renamed column by a similar name, or because no other is left', async () => {
      const { fix } = await only('column_missing', { name: `string('nmae').notNullable()` })
      expect(fix).to.equal(
        "Did you mean the column [nmae]? Rename the field, or the column. If the column is new: correct the migration [0001_vans], which was undone: `table.string('name')`.",
      )
      const other = await only('column_missing', { name: `string('title').notNullable()` })
      expect(other.fix).to.include('Did you mean the column [title]?')
    })

    it('version_missing: names the column that counts the changes', async () => {
      const { message, fix } = await only('version_missing', { version: undefined })
      expect(message).to.include('[fleet_vans]').and.to.include('[version]')
      expect(fix).to.include("`table.integer('version').notNullable().defaultTo(1)`")
    })

    it('column_without_value: names a required column that no field writes', async () => {
      const { message, fix } = await only('column_without_value', { owner: `string('owner').notNullable()` })
      expect(message).to.include('The column [owner] of [fleet_vans] takes no NULL')
      expect(fix).to.include("table.setNullable('owner')")
    })

    it('column_type: names the type of the column and what the field holds', async () => {
      const { message, fix } = await only('column_type', { seats: `string('seats')` })
      expect(message).to.match(
        /^The column \[seats\] of \[fleet_vans\] is \[.*(varchar|character varying).*\], but the field \[seats\] holds integers\.$/,
      )
      expect(fix).to.equal(
        "Correct the migration [0001_vans], which was undone: `table.integer('seats')`, or change the type of the field.",
      )
      for (const changed of [
        { name: `integer('name')` },
        { built_on: `integer('built_on')` },
        { seen_at: `bigInteger('seen_at')` },
        { is_sold: `text('is_sold')` },
        { tags: `integer('tags')` },
        { version: `text('version').notNullable()` },
      ])
        await only('column_type', changed)
    })

    it('column_too_short: is not told if a `before` of the store may shorten the texts', async () => {
      const short = { 'migrations/0001_vans.ts': creating({ name: `string('name', 20).notNullable()` }) }
      const shortening = INDEX.replace("'fleet_vans', Van)", "'fleet_vans', Van, { before: (van) => van })")
      expect((await diagnose(short)).map(({ code }) => code)).to.deep.equal(['column_too_short'])
      expect(await diagnose({ 'src/index.ts': shortening, ...short })).to.deep.equal([])
    })

    it('are all reported at once', async () => {
      const diagnostics = await created({
        name: undefined,
        price: undefined,
        version: undefined,
        seats: `text('seats')`,
      })
      expect(diagnostics.map(({ code }) => code)).to.deep.equal([
        'column_missing',
        'column_missing',
        'version_missing',
        'column_type',
      ])
    })

    it('are named with a new migration to write if the table was made before', async () => {
      const database = await target.open()
      const files = { 'migrations/0001_vans.ts': creating({ owner: `string('owner').notNullable().defaultTo('')` }) }
      expect(await diagnosed({ 'src/index.ts': INDEX, ...files }, { database })).to.deep.equal([])
      const renamed = INDEX.replace('  name: ', '  ownr: ').replace('  seats: Type.Integer()', '  seats: Type.String()')
      const diagnostics = await diagnosed({ 'src/index.ts': renamed, ...files }, { database })
      expect(diagnostics.map(({ code, fix }) => [code, fix])).to.deep.equal([
        [
          'column_missing',
          "Did you mean the column [owner]? Rename the field, or the column. Add a migration: `db.schema.alterTable('fleet_vans', (table) => table.renameColumn('owner', 'ownr'))`. If the column is new: add a migration: `db.schema.alterTable('fleet_vans', (table) => table.string('ownr'))`.",
        ],
        [
          'column_type',
          "Add a migration: `db.schema.alterTable('fleet_vans', (table) => table.string('seats').alter())`, or change the type of the field.",
        ],
        [
          'column_without_value',
          "Add the field to the record, or let the column be empty. Add a migration: `db.schema.alterTable('fleet_vans', (table) => table.setNullable('name'))`.",
        ],
      ])
    })

    it('are checked for stores that no route mounts, too', async () => {
      const source = INDEX.replace(`routes.records('/vans/{id}', vans)`, `routes.get('/vans', {}, () => vans.list({}))`)
      const files = { 'src/index.ts': source, 'migrations/0001_vans.ts': creating({ price: undefined }) }
      expect((await diagnose(files)).map(({ code }) => code)).to.deep.equal(['column_missing'])
    })

    it('may come from a view', async () => {
      const view = `export const up = async (db) => {
        await db.schema.createTable('fleet_things', (table) => {
${Object.values(COLUMNS)
  .map((call) => `  table.${call}`)
  .join('\n')}
        })
        await db.raw('CREATE VIEW fleet_vans AS SELECT * FROM fleet_things')
      }`
      expect(await diagnose({ 'migrations/0001_vans.ts': view })).to.deep.equal([])
      const narrow = view.replace('SELECT *', 'SELECT id, name')
      const codes = (await diagnose({ 'migrations/0001_vans.ts': narrow })).map(({ code }) => code)
      expect(new Set(codes)).to.deep.equal(new Set(['column_missing', 'version_missing']))
    })

    if (target.dialect === 'postgres')
      it('may be filled by a trigger', async () => {
        const files = {
          'migrations/0001_vans.ts': creating({ owner: `string('owner').notNullable()` }),
          'migrations/0002_owner.ts': `export const up = (db) => db.raw(\`
            CREATE FUNCTION fleet_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.owner := 'us'; RETURN NEW; END $$;
            CREATE TRIGGER fleet_owner BEFORE INSERT ON fleet_vans FOR EACH ROW EXECUTE FUNCTION fleet_owner();\`)`,
        }
        expect(await diagnose(files)).to.deep.equal([])
      })
  })
})
