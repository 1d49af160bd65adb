import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { discoverPlugins } from '../../../../host/plugins/manifest/discover-plugins.ts'
import { createPluginDirectory, packageJson } from '../../../helpers/plugin-directory.ts'

const source = { 'src/index.ts': '' }
const named = (id: string) => packageJson({ name: `@acme/${id}`, atrium: { id } })

describe('discoverPlugins', () => {
  it('lists every folder with its manifest or the reason why it has none', async () => {
    await using plugins = await createPluginDirectory({
      'fleet/package.json': named('fleet'),
      'fleet/src/index.ts': '',
      'notes/readme.md': '',
      'library/package.json': { name: 'library' },
      'readme.md': '',
    })
    const { candidates, findings } = await discoverPlugins([plugins.directory])
    expect(findings).to.deep.equal([])
    const seen = candidates.map((one) => [path.basename(one.directory), one.manifest?.id ?? one.findings[0]?.code])
    expect(seen).to.deep.equal([
      ['fleet', 'fleet'],
      ['library', 'manifest_not_a_plugin'],
      ['notes', 'manifest_missing'],
    ])
  })

  it('skips dotfolders and node_modules', async () => {
    await using plugins = await createPluginDirectory({ '.git/config': '', 'node_modules/koa/package.json': '{}' })
    expect((await discoverPlugins([plugins.directory])).candidates).to.deep.equal([])
  })

  it('passes over other packages if a plugin directory is in node_modules', async () => {
    await using plugins = await createPluginDirectory({
      'node_modules/@acme/fleet/package.json': named('fleet'),
      'node_modules/@acme/fleet/src/index.ts': '',
      'node_modules/@acme/paint/package.json': { name: '@acme/paint' },
    })
    const { candidates } = await discoverPlugins([plugins.path('node_modules/@acme')])
    expect(candidates.map(({ manifest }) => manifest?.id)).to.deep.equal(['fleet'])
  })

  it('follows symbolic links and reports broken ones', async () => {
    await using plugin = await createPluginDirectory(source)
    await using plugins = await createPluginDirectory()
    await symlink(plugin.directory, plugins.path('linked'), 'dir')
    await symlink('/nowhere/at/all', plugins.path('stale'), 'dir')
    const { candidates } = await discoverPlugins([plugins.directory])
    expect(candidates.map((one) => one.directory)).to.deep.equal([plugins.path('linked'), plugins.path('stale')])
    expect(candidates[0]?.manifest).to.include({ id: 'fleet', directory: plugin.directory })
    expect(candidates[1]?.findings[0]).to.include({ code: 'manifest_missing' })
  })

  it('keeps the first of two plugins with the same id, whatever the order of the directories', async () => {
    await using plugins = await createPluginDirectory({
      'one/b/package.json': named('fleet'),
      'one/b/src/index.ts': '',
      'one/c/package.json': named('fleet'),
      'one/c/src/index.ts': '',
      'two/a/package.json': named('fleet'),
      'two/a/src/index.ts': '',
    })
    const { candidates } = await discoverPlugins([plugins.path('two'), plugins.path('one'), plugins.path('two')])
    expect(candidates.map((one) => path.relative(plugins.directory, one.directory))).to.deep.equal([
      'one/b',
      'one/c',
      'two/a',
    ])
    expect(candidates.map((one) => one.manifest?.id)).to.deep.equal(['fleet', undefined, undefined])
    for (const { findings } of candidates.slice(1)) {
      expect(findings[0]).to.include({ code: 'plugin_id_taken' })
      expect(findings[0]?.message).to.contain(`[${plugins.path('one/b')}]`)
    }
  })

  it('reports a missing plugin directory and searches the others', async () => {
    await using plugins = await createPluginDirectory({
      'fleet/package.json': named('fleet'),
      'fleet/src/index.ts': '',
    })
    const { candidates, findings } = await discoverPlugins([plugins.path('gone'), plugins.directory])
    expect(candidates).to.have.length(1)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({ code: 'plugin_directory_unreadable' })
    expect(findings[0]?.message).to.contain(`[${plugins.path('gone')}]`)
  })
})
