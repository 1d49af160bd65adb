import { expect } from 'chai'
import { loadGeneration } from '../../../../host/plugins/generation/load-generation.ts'
import { hostModules } from '../../../../host/plugins/load/shared-modules.ts'
import { createPluginDirectory } from '../../../helpers/plugin-directory.ts'

describe('hostModules', () => {
  it('shares only the SDK and its subpaths', async () => {
    expect(await hostModules('@atrium/sdk/documents')).to.equal(await import('@atrium/sdk/documents'))
    expect(hostModules('@atrium/sdk-tools')).to.equal(undefined)
    expect(hostModules('koa')).to.equal(undefined)
  })

  it('gives a plugin the classes of the host even if the plugin ships its own SDK', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "export { Diagnostic } from '@atrium/sdk/documents'",
      'node_modules/@atrium/sdk/package.json': { name: '@atrium/sdk', exports: { './documents': './index.js' } },
      'node_modules/@atrium/sdk/index.js': 'exports.Diagnostic = {}',
    })
    const { exports } = await loadGeneration(await plugin.manifest())
    expect(exports.Diagnostic).to.equal((await import('@atrium/sdk/documents')).Diagnostic)
  })

  it('reports a subpath that the SDK does not have as a build error', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': "import '@atrium/sdk/nothing'" })
    const error = await loadGeneration(await plugin.manifest()).catch((thrown: Error) => thrown)
    expect(error)
      .to.have.property('message')
      .that.matches(/^src\/index\.ts:1:8: .*\.\/nothing/)
  })
})
