import { expect } from 'chai'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'
import path from 'node:path'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

describe('A plugin whose package.json', () => {
  const breakage = useBreakage()
  const file = () => breakage.fleet.path('package.json')
  const cases: [what: string, code: string, spoil: () => Promise<unknown>][] = [
    ['is gone', 'manifest_missing', () => rm(file())],
    ['is a folder', 'manifest_unreadable', () => rm(file()).then(() => mkdir(file()))],
    ['leads to nowhere', 'manifest_missing', () => rm(file()).then(() => symlink('nowhere.json', file()))],
    ['is no JSON', 'manifest_invalid', () => breakage.fleet.write({ 'package.json': '{\n  "name": ,\n}' })],
    ['is empty', 'manifest_invalid', () => breakage.fleet.write({ 'package.json': '' })],
    ['is no object', 'manifest_invalid', () => breakage.fleet.write({ 'package.json': '[]' })],
    ['is that of no plugin', 'manifest_not_a_plugin', () => breakage.fleet.write({ 'package.json': '{}' })],
    [
      'has no version',
      'manifest_member_invalid',
      () => breakage.fleet.write({ 'package.json': packageJson({ version: 'new' }) }),
    ],
    [
      'has another id',
      'plugin_id_changed',
      () => breakage.fleet.write({ 'package.json': packageJson({ atrium: { id: 'vans' } }) }),
    ],
    [
      'has a reserved id',
      'id_reserved',
      () => breakage.fleet.write({ 'package.json': packageJson({ atrium: { id: 'docs' } }) }),
    ],
    [
      'names no file',
      'entry_missing',
      () => breakage.fleet.write({ 'package.json': packageJson({ atrium: { entry: './nothing.ts' } }) }),
    ],
    [
      'asks for another SDK',
      'sdk_version',
      () => breakage.fleet.write({ 'package.json': packageJson({ peerDependencies: { '@atrium/sdk': '^9.0.0' } }) }),
    ],
  ]

  for (const [what, code, spoil] of cases) {
    it(`${what} is reported, while the previous generation goes on`, async () => {
      const names = breakage.tally()
      await spoil()
      const { first, generation } = await breakage.failed(code)
      expect(generation).to.equal(1)
      expect(first.where?.file).to.equal('package.json')
      await rm(file(), { recursive: true, force: true })
      await breakage.fleet.write({ 'package.json': packageJson(), ...working('two') })
      await breakage.serves('two')
      await until('no diagnostics', async () => (await breakage.status()).diagnostics.length === 0)
      expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
    })
  }

  it('is moved away and back, as some editors save, does not fail', async () => {
    const names = breakage.tally()
    await rename(file(), `${file()}~`)
    await breakage.fleet.write({ 'package.json': packageJson({ version: '1.3.0' }), ...working('two') })
    await breakage.serves('two')
    expect((await breakage.status()).version).to.equal('1.3.0')
    expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
  })
})

describe('A second plugin with the id of one that is active', () => {
  const breakage = useBreakage()

  it('is reported, and the first goes on', async () => {
    const parent = path.dirname(breakage.fleet.directory)
    await using other = await createPluginDirectory(working('other'), { parent, name: 'fleet-copy' })
    expect(other.directory).not.to.equal(breakage.fleet.directory)
    await until('the report', async () =>
      JSON.stringify((await breakage.ask('/api/v1/platform/discovery')).body).includes('plugin_id_taken'),
    )
    await breakage.serves('one')
    await breakage.replace(working('two'))
    await breakage.serves('two')
  })
})

describe('A plugin that names a panel', () => {
  const naming = (panel: string) => ({
    'src/index.ts': `
import { emit_dashboard } from '@atrium/sdk'
export const register_routes = (routes) => routes.get('/name', {}, () => '${panel}')
export function register_resources(registry) {
  emit_dashboard(registry, '${panel}', 'fleet', (dashboard) =>
    dashboard.id('fleet').path('fleet').stats('/api/v1/fleet/name', (stat) => [stat.number('vans')]))
}`,
  })
  const panels = [
    { id: 'operations', title: 'Operations' },
    { id: 'closed', title: 'Closed', enabled: false },
  ]
  const breakage = useBreakage({ panels })

  for (const [what, panel, code] of [
    ['that is not there', 'operation', 'panel_unknown'],
    ['that is disabled', 'closed', 'panel_not_materialized'],
  ] as const) {
    it(`${what} does not replace the previous generation`, async () => {
      const { first } = await breakage.breaks(naming(panel), code)
      expect(first.message).to.contain(`[${panel}]`)
      expect(first.where).to.include({ file: 'src/index.ts', line: 5 })
      expect(first.fix).to.contain('operations')
    })
  }
})
