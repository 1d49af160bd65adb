import { expect } from 'chai'
import { ANONYMOUS } from '../../../../host/core/operations/request.ts'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'
import { packageJson } from '../../../helpers/plugin-directory.ts'
import { until } from '../../../helpers/until.ts'

const diagnostics = async (files: Parameters<typeof hostPlugins>[0], options?: Parameters<typeof hostPlugins>[1]) => {
  const { registries } = await hostPlugins(files, options)
  return registries.plugins.get('fleet')?.diagnostics ?? []
}

const first = async (index: string) => (await diagnostics({ 'src/index.ts': index }))[0]

describe('Staging a plugin', () => {
  for (const name of ['register_resources', 'register_routes', 'register_mcp_tools', 'setup', 'health']) {
    it(`names ${name} when it throws, and gives the author's line`, async () => {
      const finding = await first(`export function ${name}() {\n  throw new Error('no vans')\n}`)
      expect(finding).to.deep.include({ code: 'stage_failed', message: `[${name}] threw: no vans` })
      expect(finding?.where).to.deep.include({ file: 'src/index.ts', line: 2 })
    })
  }

  it('denies access to the database while the plugin declares', async () => {
    const finding = await first(`export async function setup({ db }) {\n  await db('vans').insert({})\n}`)
    expect(finding).to.deep.include({ code: 'db_before_commit' })
  })

  it('knows the withheld fields of a store that no route mounts', async () => {
    const index = `
      import { table_store, Type } from '@atrium/sdk'
      const Van = Type.Object({ id: Type.Integer(), price: Type.Integer({ permission: 'fleet.prices.view' }) })
      export function register_routes(routes, { db }) {
        const vans = table_store(db, 'fleet_vans', Van)
        routes.get('/vans', {}, async () => ({ ...(await vans.get(1)) }))
      }`
    const table = `export const up = (db) => db.schema.createTable('fleet_vans', (table) => {
      table.increments('id')
      table.integer('price')
      table.integer('version')
    })`
    const { registries } = await hostPlugins({ 'src/index.ts': index, 'migrations/0001_vans.ts': table })
    const { answer } = registries.operations.get('GET /api/v1/fleet/vans')?.withhold ?? {}
    expect(answer?.({ row: { id: 1, price: 9 } }, ANONYMOUS)).to.deep.equal({ row: { id: 1 } })
  })

  it('reports a mistake in a store once, even if the store is made in two functions', async () => {
    const index = `
      import { table_store, Type } from '@atrium/sdk'
      const Van = Type.Object({ id: Type.Integer({ readOnly: true }) })
      const vans = (db) => table_store(db, 'fleet_vans', Van)
      export function register_routes(routes, { db }) { routes.records('/vans/{id}', vans(db)) }
      export function setup({ db }) { vans(db) }`
    expect((await diagnostics({ 'src/index.ts': index })).map(({ code }) => code)).to.deep.equal(['table_missing'])
  })

  for (const undo of [
    'every(60_000, () => {})',
    'after(60_000, () => {})',
    'on_dispose(() => {})',
    "jobs.handle('wash', () => {})",
    "events.on('fleet.washed', () => {})",
    "contribute('depot.bay', () => ({}))",
  ]) {
    it(`does not take what undoes [${undo}] for a clean-up that setup returns`, async () => {
      const index = `export const setup = ({ every, after, on_dispose, jobs, events, contribute }) => ${undo}`
      expect(await diagnostics({ 'src/index.ts': index })).to.deep.equal([])
    })
  }

  it('starts timers at commit and stops them when the successor commits', async () => {
    const index = (name: string) => `
      export function setup({ every, db }) { every(5, () => { globalThis.${name} = (globalThis.${name} ?? 0) + 1 }) }`
    const globals = globalThis as Record<string, unknown>
    const { reload, fleet } = await hostPlugins({ 'src/index.ts': index('fleetTicksOne') })
    await until('a tick', () => Number(globals.fleetTicksOne) > 0)
    await fleet.write({ 'src/index.ts': index('fleetTicksTwo') })
    await reload()
    const ticks = globals.fleetTicksOne
    await until('a tick of the successor', () => Number(globals.fleetTicksTwo) > 2)
    expect(globals.fleetTicksOne).to.equal(ticks)
  })

  it('reports a misspelt export and suggests the correct name', async () => {
    const finding = await first('export function register_resource() {}')
    expect(finding).to.deep.include({
      code: 'exports_none',
      cause: 'The host does not call [register_resource].',
      fix: 'Did you mean [register_resources]?',
    })
  })

  it('says nothing of other exports, whatever they resemble', async () => {
    const others = [
      'feed',
      'send',
      'seeds',
      'speed',
      'wealth_of',
      'render_routes',
      'list_resources',
      'startup',
      'setups',
    ]
    const functions = others.map((name) => `export function ${name}() {}`).join('\n')
    expect(
      await diagnostics({
        'src/index.ts': `export const setup = () => undefined\n${functions}\nexport const setUp = 1`,
      }),
    ).to.deep.equal([])
  })

  it('rolls back a failing migration and names it', async () => {
    const [finding] = await diagnostics({
      'src/index.ts': 'export const setup = () => undefined',
      'migrations/0001_vans.ts': `export const up = (db) => db.schema.raw('CREATE NONSENSE')`,
    })
    expect(finding).to.deep.include({ code: 'migration_failed' })
    expect(finding?.message).to.include('[0001_vans]')
  })

  it('does not commit a plugin whose health check returns false', async () => {
    const finding = await first('export const health = () => false')
    expect(finding).to.deep.include({ code: 'health_failed' })
  })

  it('validates settings against their schema and fills in defaults', async () => {
    const files = {
      'package.json': packageJson({
        atrium: { settings: { type: 'object', properties: { limit: { type: 'integer', default: 5 } } } },
      }),
      'src/index.ts': `export function setup({ settings }) { globalThis.fleetLimit = settings.limit }`,
    }
    expect(await diagnostics(files)).to.deep.equal([])
    expect((globalThis as Record<string, unknown>).fleetLimit).to.equal(5)
    const [finding] = await diagnostics(files, { settings: { limit: 'many' } })
    expect(finding).to.deep.include({
      code: 'settings_invalid',
      message: 'The setting [fleet/limit] in panels.config.json must be integer, but is ["many"].',
    })
  })

  it('tells settings that contradict each other, and never the value of a secret', async () => {
    const properties = { key: { writeOnly: true, anyOf: [{ type: 'integer' }] } }
    const files = {
      'package.json': packageJson({ atrium: { settings: { type: 'object', maxProperties: 1, properties } } }),
      'src/index.ts': 'export const setup = () => undefined',
    }
    const found = await diagnostics(files, { settings: { key: 'hunter2', other: 1 } })
    expect(found.map(({ message }) => message)).to.include(
      'The settings of [fleet] together are refused by their schema: must NOT have more than 1 properties.',
    )
    expect(JSON.stringify(found)).to.include('[fleet/key]').and.not.include('hunter2')
  })

  it('refuses a panel that is not configured and lists the configured ones', async () => {
    const finding = await first(`
      import { emit_dashboard } from '@atrium/sdk'
      export const register_routes = (routes) => routes.get('/figures', {}, () => ({ vans: 0 }))
      export function register_resources(registry) {
        emit_dashboard(registry, 'operation', 'fleet', (dashboard) =>
          dashboard.id('fleet').path('fleet').stats('/api/v1/fleet/figures', (stat) => [stat.number('vans')]))
      }`)
    expect(finding).to.deep.include({ code: 'panel_unknown' })
    expect(finding?.fix).to.include('[operations]')
  })
})
