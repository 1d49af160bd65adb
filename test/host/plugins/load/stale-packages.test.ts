import { expect } from 'chai'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'
import { packageJson } from '../../../helpers/plugin-directory.ts'

/** A package `paint` in the plugin's node_modules. */
const paint = (version: string) => ({
  'node_modules/paint/package.json': { name: 'paint', version, type: 'module', main: './index.js' },
  'node_modules/paint/index.js': `export const coat = '${version}'`,
})

const SOURCE = `import { coat } from 'paint'
export const register_routes = (routes) => routes.get('/coat', {}, () => coat)`

describe('A package in the node_modules of a plugin', () => {
  it('that is upgraded while the host runs is named, with both versions and its line', async () => {
    const { registries, fleet, reload } = await hostPlugins({
      'package.json': packageJson({ dependencies: { paint: '*' } }),
      'src/index.ts': SOURCE,
      ...paint('1.0.0'),
    })
    const diagnostics = () => registries.plugins.get('fleet')?.diagnostics
    expect(diagnostics()).to.deep.equal([])
    await fleet.write(paint('2.0.0'))
    await reload()
    const lines = JSON.stringify(packageJson({ dependencies: { paint: '*' } }), null, 2).split('\n')
    expect(registries.plugins.get('fleet')?.state).to.equal('active')
    expect(diagnostics()?.map(({ code, message, where }) => [code, message, where?.line])).to.deep.equal([
      [
        'dependency_stale',
        'The package [paint] is installed in the version [2.0.0], but the host still runs [1.0.0].',
        lines.findIndex((line) => line.includes('"paint"')) + 1,
      ],
    ])
    await fleet.write(paint('1.0.0'))
    await reload()
    expect(diagnostics()).to.deep.equal([])
  })
})
