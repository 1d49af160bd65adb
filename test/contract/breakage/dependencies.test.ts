import { expect } from 'chai'
import path from 'node:path'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../../helpers/plugin-directory.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

const requiring = (requires: Record<string, string>) => ({ 'package.json': packageJson({ atrium: { requires } }) })

describe('A plugin that requires another one', () => {
  const breakage = useBreakage()

  for (const [what, requires, code] of [
    ['that is missing', { vans: '^1.0.0' }, 'dependency_missing'],
    ['in a missing version', { steady: '^9.0.0' }, 'dependency_version'],
    ['that is itself', { fleet: '^1.0.0' }, 'dependency_cycle'],
  ] as const) {
    it(`${what} does not replace the previous generation`, async () => {
      const names = breakage.tally()
      await breakage.fleet.write(requiring(requires))
      const { first, generation } = await breakage.failed(code)
      expect(generation).to.equal(1)
      expect(first.where?.file).to.equal('package.json')
      await breakage.fleet.write({ ...requiring({ steady: '^1.0.0' }), ...working('two') })
      await breakage.serves('two')
      expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
      await until('no diagnostics', async () => (await breakage.status()).diagnostics.length === 0)
    })
  }
})

describe('A plugin that starts without its dependency', () => {
  const breakage = useBreakage({ files: { ...requiring({ vans: '^1.0.0' }), ...working('one') } })

  it('is blocked, says so at its routes, and starts by itself once the dependency does', async () => {
    expect(await breakage.status()).to.deep.include({ state: 'blocked' })
    expect((await breakage.status()).diagnostics[0]?.code).to.equal('dependency_missing')
    const { status, body } = await breakage.ask('/api/v1/fleet/name')
    expect([status, body.code]).to.deep.equal([404, 'plugin_inactive'])
    expect(body.detail).to.contain('waits for a plugin')
    const parent = path.dirname(breakage.fleet.directory)
    const manifest = packageJson({ name: '@acme/atrium-vans', atrium: { id: 'vans' } })
    await using vans: PluginDirectory = await createPluginDirectory(
      { 'package.json': manifest, 'src/index.ts': 'export const setup = () => undefined' },
      { parent, name: 'vans' },
    )
    await until('the other one', async () => (await breakage.status('vans')).id === 'vans')
    expect((await breakage.ask('/api/v1/plugins/vans/activate', { method: 'POST' })).status).to.equal(200)
    await breakage.serves('one')
    expect(vans.directory).to.contain('vans')
  })
})

describe('Plugins that require each other', () => {
  const breakage = useBreakage({ files: { ...requiring({ vans: '^1.0.0' }), ...working('one') } })

  it('are blocked with the cycle named, and start once it is broken', async () => {
    const parent = path.dirname(breakage.fleet.directory)
    const manifest = (requires: object) => packageJson({ name: '@acme/atrium-vans', atrium: { id: 'vans', requires } })
    await using vans = await createPluginDirectory(
      { 'package.json': manifest({ fleet: '^1.0.0' }), 'src/index.ts': 'export const setup = () => undefined' },
      { parent, name: 'vans' },
    )
    await until('the other one', async () => (await breakage.status('vans')).id === 'vans')
    const activate = () => breakage.ask('/api/v1/plugins/vans/activate', { method: 'POST' })
    const { status, body } = await activate()
    expect([status, body.code]).to.deep.equal([409, 'dependency_cycle'])
    expect(body.detail).to.match(/fleet.*vans.*fleet|vans.*fleet.*vans/)
    await vans.write({ 'package.json': manifest({}) })
    await until('the way out', async () => (await activate()).status === 200)
    await breakage.serves('one')
  })
})
