import type { Diagnostic } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { diagnosed, markedLine } from '../../../../helpers/diagnosed.ts'
import { useFleetHost } from '../../../../helpers/fleet-host.ts'
import type { PluginFiles } from '../../../../helpers/plugin-directory.ts'
import { PROBE, usePluginProbe } from '../../../../helpers/plugin-probe.ts'
import { until } from '../../../../helpers/until.ts'

const BROKEN: [what: string, files: PluginFiles, expected: Partial<Diagnostic>][] = [
  [
    'a syntax error',
    { 'src/index.ts': "import './wheel.ts'", 'src/wheel.ts': 'export const round = true\n\nexport const = 1' },
    { code: 'build_failed', where: { file: 'src/wheel.ts', line: 3, column: 14 }, cause: 'export const = 1' },
  ],
  [
    'an import of a file that is not there',
    { 'src/index.ts': "// the wheel\nimport './wheel.ts'" },
    {
      code: 'build_failed',
      where: { file: 'src/index.ts', line: 2, column: 8 },
      fix: 'Correct the path, or create the file.',
    },
  ],
  [
    'an import of a package that is not installed',
    { 'src/index.ts': "import { tyre } from 'tyres'\nexport const spare = tyre" },
    {
      code: 'build_failed',
      where: { file: 'src/index.ts', line: 1, column: 22 },
      fix: 'Install the package in the plugin, or correct its name.',
    },
  ],
  [
    'an import of a name that is not exported',
    { 'src/index.ts': "import {\n  register_resuorce,\n} from '@atrium/sdk'\nregister_resuorce()" },
    { code: 'build_failed', where: { file: 'src/index.ts', line: 2, column: 3 } },
  ],
  [
    'a throw at the top level',
    { 'src/index.ts': "import './wheel.ts'", 'src/wheel.ts': "type Round = true\n\nthrow new Error('flat')" },
    { code: 'load_failed', where: { file: 'src/wheel.ts', line: 3, column: 7 }, cause: 'Error: flat' },
  ],
  [
    'a rejection at the top level',
    { 'src/index.ts': "interface Wheel {}\nawait Promise.reject(new Error('flat'))" },
    { code: 'load_failed', where: { file: 'src/index.ts', line: 2, column: 22 } },
  ],
  [
    'something thrown that is no error',
    { 'src/index.ts': "throw 'flat'" },
    { code: 'load_failed', where: { file: 'src/index.ts' } },
  ],
  [
    'a migration that throws',
    {
      'src/index.ts': 'export const setup = () => undefined',
      'migrations/0001_vans.ts': "interface Van {}\nexport function up() {\n  throw new Error('flat')\n}",
    },
    {
      code: 'migration_failed',
      where: { file: 'migrations/0001_vans.ts', line: 3, column: 9 },
      message: 'The migration [0001_vans] of [fleet] failed and was rolled back: flat',
    },
  ],
  [
    'a migration that the database refuses',
    {
      'src/index.ts': 'export const setup = () => undefined',
      'migrations/0001_vans.ts': "export const up = (db) => db.schema.raw('CREATE NONSENSE')",
    },
    { code: 'migration_failed', where: { file: 'migrations/0001_vans.ts', line: 1, column: 30 } },
  ],
  [
    'a migration that leaves a dangling reference, by its function',
    {
      'src/index.ts': 'export const setup = () => undefined',
      'migrations/0001_vans.ts': `// vans and trips
export const up = async (db) => {
  await db.schema.createTable('fleet_vans', (table) => void table.increments('id'))
  await db.schema.createTable('fleet_trips', (table) => void table.integer('van').references('id').inTable('fleet_vans'))
  await db('fleet_trips').insert({ van: 7 })
}`,
    },
    { code: 'migration_failed', where: { file: 'migrations/0001_vans.ts', line: 2 } },
  ],
  [
    'a table of a migration whose name lacks the id of the plugin',
    {
      'src/index.ts': 'export const setup = () => undefined',
      'migrations/0001_vans.ts': `export const up = async (db) => {
  await db.schema.hasTable('fleet_vans')
  await db.schema.createTable('vans', (table) => void table.increments('id'))
}`,
    },
    { code: 'migration_table_foreign', where: { file: 'migrations/0001_vans.ts', line: 3, column: 12 } },
  ],
  [
    'a statement that a migration does not await',
    {
      'src/index.ts': 'export const setup = () => undefined',
      'migrations/0001_vans.ts': `export const up = async (db) => {
  await db.schema.createTable('fleet_vans', (table) => void table.increments('id'))
  for (const id of [1, 2]) add(db, id)
}
async function add(db, id) {
  await db('fleet_vans').insert({ id })
}`,
    },
    { code: 'migration_not_awaited', where: { file: 'migrations/0001_vans.ts', line: 6, column: 9 } },
  ],
]

describe('The location of a problem', () => {
  for (const [what, files, expected] of BROKEN) {
    it(`is reported by file, line and column: ${what}`, async () => {
      const [finding, ...others] = await diagnosed(files)
      expect(finding).to.deep.include({ severity: 'error', ...expected })
      expect(others).to.deep.equal([])
    })
  }
})

/** A generation whose handler fails when the test opens its door. No two generations have the same lines in their source maps. */
const failing = (name: string, linesBefore: number) => `interface Van { name: string }
${'// another line\n'.repeat(linesBefore)}
export function register_routes(routes) {
  routes.get('/vans', {}, async () => {
    await ${PROBE}.wait('${name}')
    throw new Error('${name} failed') // HERE
  })
}
`

describe('The location of a handler error', () => {
  const probe = usePluginProbe()
  const fleet = useFleetHost({ 'src/index.ts': failing('one', 2) })
  const logged = (message: string) =>
    until(`the log of [${message}]`, () =>
      fleet.logged.map(({ err }) => err as Error | undefined).find((err) => err?.message === message),
    )

  it('is a line of the handler’s own generation, whether it drains or serves', async () => {
    const old = fleet.ask('/api/v1/fleet/vans')
    await fleet.replace({ 'src/index.ts': failing('two', 7) })
    const fresh = fleet.ask('/api/v1/fleet/vans')
    for (const [name, answer, source] of [
      ['one', old, failing('one', 2)],
      ['two', fresh, failing('two', 7)],
    ] as const) {
      probe.current.open(name)
      expect((await answer).body.code).to.equal('internal_error')
      const { stack } = await logged(`${name} failed`)
      expect(stack).to.include(`${fleet.fleet.path('src/index.ts')}:${markedLine(source)}:`)
    }
  })

  it('is not revealed to the client', async () => {
    probe.current.open('one')
    const { body } = await fleet.ask('/api/v1/fleet/vans')
    expect(JSON.stringify(body)).not.to.match(/one failed|index\.ts/)
  })
})
