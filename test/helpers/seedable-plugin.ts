import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const vans = `
import { seed_rows, table_store, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
export function register_routes(routes, { db }) {
  routes.records('/vans/{id}', table_store(db, 'vans_vans', Van))
}
export async function seed({ db }, { random, today, scale, progress }) {
  const total = 20 * scale
  const van = () => ({ name: 'Van ' + random.integer(1, 1e6) + ' of ' + today, version: 1 })
  await seed_rows(db, 'vans_vans', Array.from({ length: 5 }, van))
  progress(5, { total })
  await globalThis.vansMayCome
  await seed_rows(db, 'vans_vans', Array.from({ length: total - 5 }, van))
}`

const drivers = `
import { seed_rows } from '@atrium/sdk'
export async function seed({ db, call }) {
  const vans = await call('GET', '/api/v1/vans/vans')
  await seed_rows(db, 'drivers_drivers', vans.map(({ id }) => ({ van_id: id, version: 1 })))
}`

const broken = `
import { seed_rows } from '@atrium/sdk'
export async function seed({ db }) {
  await seed_rows(db, 'broken_vans', [{ name: 'A', version: 1 }])
  throw new Error('no more vans')
}`

const table = (name: string, column: string) =>
  `export const up = (db) => db.schema.createTable('${name}', (table) => { table.increments('id'); ${column}; table.integer('version') })`

/** By id: source, migrations, requirements. Only `bare` has no example data. */
const PLUGINS: Record<string, { source: string; migrations?: readonly string[]; requires?: object }> = {
  vans: {
    source: vans,
    migrations: [table('vans_vans', `table.string('name')`), table('vans_seats', `table.string('name')`)],
  },
  drivers: {
    source: drivers,
    migrations: [table('drivers_drivers', `table.integer('van_id')`)],
    requires: { vans: '^1.0.0' },
  },
  broken: { source: broken, migrations: [table('broken_vans', `table.string('name')`)] },
  bare: { source: 'export const health = () => true' },
}

/** Writes one of the plugins with example data into a directory. @returns its folder */
export async function writePlugin(directory: string, id: string): Promise<string> {
  const { source = '', migrations = [], requires = {} } = PLUGINS[id] ?? {}
  const folder = path.join(directory, id)
  const manifest = { id, entry: './src/index.ts', requires }
  const files = [
    ['package.json', JSON.stringify({ name: `@acme/${id}`, version: '1.0.0', type: 'module', atrium: manifest })],
    ['src/index.ts', source],
    ...migrations.map((migration, at) => [`migrations/000${at + 1}.ts`, migration]),
  ] as const
  for (const [file = '', content = ''] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), content)
  }
  return folder
}
