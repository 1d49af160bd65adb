import { expect } from 'chai'
import { PROBE, usePluginProbe } from '../../helpers/plugin-probe.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

const table = (name: string, more = '') => `export async function up(db) {
  ${more}
  await db.schema.createTable('${name}', (table) => { table.increments('id') })
}
`

describe('A migration', () => {
  const probe = usePluginProbe()
  const files = { ...working('one'), 'migrations/0001_vans.ts': table('fleet_vans') }
  const breakage = useBreakage({ files })
  const broken = async (text: string, code: string, file = '0002_trips.ts') => {
    const names = breakage.tally()
    await breakage.fleet.write({ [`migrations/${file}`]: text, ...working('not yet') })
    const failure = await breakage.failed(code)
    expect(failure.generation).to.equal(1)
    expect(failure.first.where?.file).to.equal(`migrations/${file}`)
    expect([...(await names.stop()).keys()]).to.deep.equal(['200 "one"'])
    return failure.first
  }
  const mended = async (text: string, file = '0002_trips.ts') => {
    await breakage.fleet.write({ [`migrations/${file}`]: text, ...working('two') })
    await breakage.serves('two')
  }

  it('that throws leaves no trace, and runs once it is repaired', async () => {
    const throws = `${table('fleet_trips').replace(/\n}\n$/, `\n  throw new Error('no trips')\n}\n`)}`
    const { message, cause, where } = await broken(throws, 'migration_failed')
    expect(message).to.equal('The migration [0002_trips] of [fleet] failed and was rolled back: no trips')
    expect(cause).to.equal(undefined)
    expect(where?.line).to.equal(4)
    await mended(table('fleet_trips'))
  })

  it('that the database refuses is reported by its name', async () => {
    const { message, cause } = await broken(table('fleet_vans'), 'migration_failed')
    expect(message).to.match(
      /^The migration \[0002_trips\] of \[fleet\] failed and was rolled back: table \S+ already exists$/,
    )
    expect(cause).to.match(/^create table .*fleet_vans/)
    await mended(table('fleet_trips'))
  })

  it('that is not a migration is reported', async () => {
    await broken('export const down = () => undefined', 'migration_invalid')
    await mended(table('fleet_trips'))
  })

  it('that was changed after it was applied is refused, and accepted when it is restored', async () => {
    const { where, message, fix, cause } = await broken(table('fleet_wagons'), 'migration_changed', '0001_vans.ts')
    expect(where?.line).to.equal(1)
    expect({ message, fix, cause }).to.deep.equal({
      message: 'The migration [0001_vans] of [fleet] was changed after it was applied.',
      fix: 'Undo the change in this file, and write what is new as another migration. In development, `atrium plugins reset fleet` drops the tables of the plugin and starts over.',
      cause: undefined,
    })
    await mended(table('fleet_vans'), '0001_vans.ts')
  })

  it('of a table without the prefix of its plugin is refused by its name', async () => {
    const first = await broken(table('vans'), 'migration_table_foreign')
    expect(first.message).to.equal(
      'The migration [0002_trips] of [fleet] creates the table [vans], whose name does not begin with [fleet_].',
    )
    expect(first.fix).to.equal('Name it [fleet_vans].')
    await mended(table('fleet_trips'))
  })

  it('of a table of another plugin is refused by its name', async () => {
    const { message } = await broken(table('steady_lamps'), 'migration_table_foreign')
    expect(message).to.contain('the table [steady_lamps], which belongs to the plugin [steady]')
    await mended(table('fleet_trips'))
  })

  it('that was renamed after it was applied is refused, and accepted under its name', async () => {
    await breakage.fleet.rename('migrations/0001_vans.ts', 'migrations/0002_trips.ts')
    const { message, fix, where } = await broken(table('fleet_vans'), 'migration_renamed')
    expect(where?.line).to.equal(1)
    expect(message).to.contain('[0002_trips] of [fleet] is the applied migration [0001_vans] under another name')
    expect(fix).to.equal('Rename the file back to [0001_vans].')
    const { diagnostics } = await breakage.status()
    expect(
      diagnostics.map(({ code }) => code),
      'no older version',
    ).to.deep.equal(['migration_renamed'])
    await breakage.fleet.rename('migrations/0002_trips.ts', 'migrations/0001_vans.ts')
    await mended(table('fleet_vans'), '0001_vans.ts')
  })

  it('that an older version does not have is a warning, which says how to return to that version', async () => {
    await mended(table('fleet_trips'))
    await breakage.fleet.remove('migrations/0002_trips.ts')
    await breakage.fleet.write(working('older'))
    await breakage.serves('older')
    const { state, diagnostics } = await breakage.status()
    expect([state, diagnostics.map(({ code, severity }) => [code, severity])]).to.deep.equal([
      'active',
      [['migrations_ahead', 'warning']],
    ])
    expect(diagnostics[0]?.message).to.contain('[0002_trips]')
    expect(diagnostics[0]?.fix).to.contain('`atrium plugins migrate fleet --to 0001_vans`')
  })

  it('that an older version does not have is named beside what does not suit that version', async () => {
    const trips = (schema: string) => ({
      'src/index.ts': `import { table_store, Type } from '@atrium/sdk'
        const Trip = Type.Object({ id: Type.Integer({ readOnly: true }), ${schema} })
        export const register_routes = (routes, { db }) => routes
          .get('/name', {}, () => 'two')
          .records('/trips/{id}', table_store(db, 'fleet_trips', Trip))`,
    })
    const newer = `export const up = (db) => db.schema.createTable('fleet_trips', (table) => {
      table.increments('id'); table.string('goal').notNullable(); table.integer('version') })`
    await breakage.fleet.write({ 'migrations/0002_trips.ts': newer, ...trips('goal: Type.String()') })
    await breakage.serves('two')
    await breakage.fleet.remove('migrations/0002_trips.ts')
    await breakage.fleet.write(trips('title: Type.Optional(Type.String())'))
    const { diagnostics, generation } = await breakage.failed('column_missing')
    expect(diagnostics.map(({ code }) => code)).to.have.members(['column_missing', 'migrations_ahead'])
    expect([generation, (await breakage.ask('/api/v1/fleet/trips')).status]).to.deep.equal([2, 200])
  })

  it('that does not suit the record is undone, so that it can be edited and saved again', async () => {
    const store = (name: string) => ({
      'src/index.ts': `import { table_store, Type } from '@atrium/sdk'
        const Trip = Type.Object({ id: Type.Integer({ readOnly: true }), title: Type.String() })
        export const register_routes = (routes, { db }) => routes
          .get('/name', {}, () => '${name}')
          .records('/trips/{id}', table_store(db, 'fleet_trips', Trip))`,
    })
    const trips = (columns: string) =>
      `export const up = (db) => db.schema.createTable('fleet_trips', (table) => { table.increments('id'); ${columns} })`
    const names = breakage.tally()
    await breakage.fleet.write({ 'migrations/0002_trips.ts': trips("table.string('titel')"), ...store('not yet') })
    const { generation, diagnostics } = await breakage.failed('column_missing')
    expect(generation).to.equal(1)
    expect(diagnostics.map(({ code, where }) => [code, where?.file, where?.line])).to.deep.equal([
      ['column_missing', 'src/index.ts', 5],
      ['version_missing', 'src/index.ts', 5],
    ])
    expect([...(await names.stop()).keys()]).to.deep.equal(['200 "one"'])
    const right = trips("table.string('title'); table.integer('version')")
    await breakage.fleet.write({ 'migrations/0002_trips.ts': right, ...store('two') })
    await breakage.serves('two')
    expect((await breakage.ask('/api/v1/fleet/trips')).status).to.equal(200)
  })

  it('that takes long blocks nobody: the previous generation goes on until it is done', async () => {
    const names = breakage.tally()
    const slow = table('fleet_trips', `${PROBE}.tell('migrates')\n  await ${PROBE}.wait('migration')`)
    await breakage.fleet.write({ 'migrations/0002_trips.ts': slow, ...working('two') })
    await until('the migration', () => probe.current.told.includes('migrates'))
    const { status } = await breakage.ask('/api/v1/steady/lamps')
    expect(status).to.equal(200)
    expect((await breakage.status()).generation).to.equal(1)
    probe.current.open('migration')
    await breakage.serves('two')
    expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
  })
})

describe('A plugin that is not healthy', () => {
  const breakage = useBreakage()

  it('does not replace the previous generation', async () => {
    const files = working('not yet', 'export const health = async () => false')
    const { first } = await breakage.breaks(files, 'health_failed')
    expect(first.fix).not.to.equal('')
  })
})
