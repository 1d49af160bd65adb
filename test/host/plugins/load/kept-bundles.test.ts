import { expect } from 'chai'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findKept, keepBundles } from '../../../../host/plugins/load/kept-bundles.ts'
import { bundlePlugin } from '../../../../host/plugins/load/plugin-bundle.ts'
import type { SharedModules } from '../../../../host/plugins/load/shared-modules.ts'
import { readPluginManifest } from '../../../../host/plugins/manifest/read-plugin-manifest.ts'
import { atEndOfTest } from '../../../helpers/at-end.ts'
import { createPluginDirectory, packageJson, type PluginFiles } from '../../../helpers/plugin-directory.ts'

const LONG_AGO = new Date('2026-01-01T00:00:00Z')
/** As a save that comes while the test runs, on a machine of any speed. */
const SOON = new Date(Date.now() + 3_600_000)
const PARAMETERS = ['__plugin_host']
const FILES: PluginFiles = {
  'package.json': packageJson({ name: 'fleet', atrium: { id: 'fleet', title: 'Fleet' } }),
  'src/index.ts': `import { name } from './name.ts'\nimport paint from 'paint'\nexport const painted = [name, paint]`,
  'src/name.ts': `export const name = 'one'`,
}

const sharing =
  (color: string): SharedModules =>
  (specifier) =>
    specifier === 'paint' ? Promise.resolve({ default: color }) : undefined

/** Bundles a plugin that was saved long ago, or now. */
async function bundle({ saved = LONG_AGO } = {}) {
  const fleet = await createPluginDirectory(FILES)
  atEndOfTest(async () => fleet[Symbol.asyncDispose]())
  const { directory } = fleet
  for (const file of ['', ...(await readdir(directory, { recursive: true }))])
    await utimes(path.join(directory, file), saved, saved)
  const { manifest } = await readPluginManifest(directory)
  const sources = new Map<string, string>()
  const made = await bundlePlugin(manifest!, { shared: sharing('red'), sources, parameters: PARAMETERS })
  const find = async () => {
    const again = new Map<string, string>()
    const request = { manifest: manifest!, migrations: [], parameters: PARAMETERS }
    const found = await findKept(request, { shared: sharing('blue'), sources: again })
    return found && { ...found, sources: again }
  }
  return { directory, made, sources, find }
}

describe('A process that keeps bundles', () => {
  before(keepBundles)

  it('has the bundle of a plugin and the sources of it again, as long as nothing was saved', async () => {
    const { made, sources, find } = await bundle()
    expect(await find()).to.deep.include({ code: made.code, sources })
  })

  it('gives the bundle the modules of the host that asks', async () => {
    const { made, find } = await bundle()
    expect(made.natives).to.deep.equal({ paint: { default: 'red' } })
    expect((await find())?.natives).to.deep.equal({ paint: { default: 'blue' } })
  })

  for (const [what, file] of [
    ['a file was saved', 'src/name.ts'],
    ['a file was added', 'src/name.js'],
    ['its package.json was saved', 'package.json'],
    ['a tsconfig.json was added', 'tsconfig.json'],
  ] as const) {
    it(`bundles the plugin again after ${what}`, async () => {
      const { directory, find } = await bundle()
      await writeFile(path.join(directory, file), '{}')
      expect(await find()).to.equal(undefined)
    })
  }

  it('does not keep what was saved a moment ago, because the next save may have the same time', async () => {
    const { find } = await bundle({ saved: SOON })
    expect(await find()).to.equal(undefined)
  })
})
