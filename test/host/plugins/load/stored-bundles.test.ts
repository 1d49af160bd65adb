import { cp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { bundlePlugin } from '../../../../host/plugins/load/plugin-bundle.ts'
import type { SharedModules } from '../../../../host/plugins/load/shared-modules.ts'
import { findStored, storeBundles } from '../../../../host/plugins/load/stored-bundles.ts'
import { readPluginManifest } from '../../../../host/plugins/manifest/read-plugin-manifest.ts'
import { atEndOfTest } from '../../../helpers/at-end.ts'
import { createPluginDirectory, packageJson, type PluginFiles } from '../../../helpers/plugin-directory.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

/** So that it does not matter when the files of a test were saved. */
const ALWAYS = -3_600_000
const PARAMETERS = ['__plugin_host', '$later', 'require']
const FILES: PluginFiles = {
  'package.json': packageJson({ imports: { '#name': './src/name.ts' } }),
  'src/index.ts': `import { name } from '#name'
import { color } from 'paint'
import { one } from './parts/one.js'
import { two } from './linked/two'
import words from './words.json' with { type: 'json' }
import { shade } from 'given'
export const painted = [name, color, one, two, words, shade]
export const missing = () => import('missing')`,
  'src/name.ts': `export const name = 'first'`,
  'src/other-name.ts': `export const name = 'second'`,
  'src/words.json': '["red"]',
  'src/parts/one.ts': `export const one = 1`,
  'some/two.ts': `export const two = 2`,
  'others/two.ts': `export const two = 22`,
  'node_modules/paint/package.json': '{"name":"paint","version":"1.0.0","type":"module","main":"main.js"}',
  'node_modules/paint/main.js': `export const color = 'red'`,
  'node_modules/paint/other.js': `export const color = 'blue'`,
}

const sharing =
  (namespace: Record<string, unknown>): SharedModules =>
  (specifier) =>
    specifier === 'given' ? Promise.resolve(namespace) : undefined

interface Load {
  readonly shared?: SharedModules
  readonly parameters?: readonly string[]
  readonly settled?: number
  /** In the same process as the one before. */
  readonly isLater?: boolean
}

/** A plugin whose bundle is in a store. */
async function storedPlugin() {
  const fleet = await createPluginDirectory(FILES)
  const { directory: store, remove } = await createTestDirectory()
  atEndOfTest(async () => {
    storeBundles(undefined)
    await fleet[Symbol.asyncDispose]()
    await remove()
  })
  const { directory } = fleet
  await symlink('../some', fleet.path('src/linked'))

  /** As a host does that starts now. */
  const request = async ({ shared = sharing({ shade: 'dark' }), parameters = PARAMETERS, ...load }: Load = {}) => {
    if (load.isLater !== true) storeBundles(store, { settled: load.settled ?? ALWAYS })
    const { manifest } = await readPluginManifest(directory)
    return { request: { manifest: manifest!, migrations: [], parameters }, shared, sources: new Map<string, string>() }
  }
  const find = async (load: Load = {}) => {
    const { request: wanted, ...options } = await request(load)
    const found = await findStored(wanted, options)
    return found && { ...found, sources: options.sources }
  }
  const bundle = async (load: Load = {}) => {
    const { request: wanted, ...options } = await request(load)
    return { ...(await bundlePlugin(wanted.manifest, { ...wanted, ...options })), sources: options.sources }
  }
  const stored = async () => (await readdir(store)).filter((name) => name.endsWith('.bundle'))
  const made = await bundle()
  return { ...{ fleet, store, find, bundle, stored, made }, file: path.join(store, (await stored())[0]!) }
}

type Stored = Awaited<ReturnType<typeof storedPlugin>>

/** What makes a stored bundle wrong. */
const CHANGES: Readonly<Record<string, (stored: Stored) => Promise<unknown>>> = {
  'a file is edited': ({ fleet }) => fleet.write({ 'src/name.ts': `export const name = 'edited'` }),
  'a file is edited to the same length': ({ fleet }) => fleet.write({ 'src/name.ts': `export const name = 'thirs'` }),
  'a file that is no code is edited': ({ fleet }) => fleet.write({ 'src/words.json': '["tan"]' }),
  'a file is removed': ({ fleet }) => fleet.remove('src/parts/one.ts'),
  'an added file comes before the one that was found': ({ fleet }) =>
    fleet.write({ 'src/parts/one.js': `export const one = 0` }),
  'a link leads elsewhere': async ({ fleet }) => {
    await rm(fleet.path('src/linked'))
    await symlink('../others', fleet.path('src/linked'))
  },
  'its package.json names another file': ({ fleet }) =>
    fleet.write({ 'package.json': packageJson({ imports: { '#name': './src/other-name.ts' } }) }),
  'a tsconfig.json is added': ({ fleet }) => fleet.write({ 'tsconfig.json': { compilerOptions: { strict: true } } }),
  'a tsconfig.json is added above it': ({ fleet }) =>
    writeFile(
      path.join(fleet.directory, '../../tsconfig.json'),
      '{"compilerOptions":{"useDefineForClassFields":false}}',
    ),
  'a package is upgraded': ({ fleet }) =>
    fleet.write({
      'node_modules/paint/package.json': '{"name":"paint","version":"1.1.0","type":"module","main":"main.js"}',
    }),
  'a package has its entry elsewhere': ({ fleet }) =>
    fleet.write({
      'node_modules/paint/package.json': '{"name":"paint","version":"1.0.0","type":"module","main":"other.js"}',
    }),
  'a package is added nearer to the file': ({ fleet }) =>
    fleet.write({ 'src/node_modules/paint/index.js': `export const color = 'green'` }),
  'a package is added that was missing': ({ fleet }) => fleet.write({ 'node_modules/missing/index.js': '' }),
  'the stored file is cut short': async ({ file }) => writeFile(file, (await readFile(file, 'utf8')).slice(0, -20)),
  'the stored file is damaged': async ({ file }) =>
    writeFile(file, (await readFile(file, 'utf8')).replace('first', 'worst')),
  'the stored file is empty': ({ file }) => writeFile(file, ''),
}

describe('A stored bundle', () => {
  it('is found by the next host, with the sources and the modules of that host', async () => {
    const { find, made } = await storedPlugin()
    const found = await find({ shared: sharing({ shade: 'light' }) })
    expect(found).to.deep.include({ code: made.code, sources: made.sources })
    expect(found!.natives).to.have.deep.property('given', { shade: 'light' })
  })

  for (const [what, change] of Object.entries(CHANGES))
    it(`is made again if ${what}`, async () => {
      const stored = await storedPlugin()
      expect(await stored.find()).not.to.equal(undefined)
      await change(stored)
      expect(await stored.find()).to.equal(undefined)
    })

  it('is made again if a module of the host has other names, or the code other parameters', async () => {
    const { find } = await storedPlugin()
    expect(await find({ shared: sharing({ shade: 'dark', light: 'bright' }) })).to.equal(undefined)
    expect(await find({ parameters: [...PARAMETERS, 'fetch'] })).to.equal(undefined)
  })

  it('belongs to the folder of its plugin', async () => {
    const { fleet, find } = await storedPlugin()
    const moved = `${fleet.directory}-moved`
    await rename(fleet.directory, moved)
    await cp(moved, fleet.directory, { recursive: true, verbatimSymlinks: true })
    expect(await find()).not.to.equal(undefined)
    await rm(fleet.directory, { recursive: true })
    await symlink(moved, fleet.directory)
    expect(await find()).to.equal(undefined)
  })

  it('serves only the first load of a process, because later ones follow changes', async () => {
    const { bundle, find, fleet, file } = await storedPlugin()
    await bundle()
    await fleet.write({ 'src/name.ts': `export const name = 'saved'` })
    const before = await readFile(file, 'utf8')
    expect((await bundle({ isLater: true })).code).to.contain('saved')
    expect(await readFile(file, 'utf8')).to.equal(before)
    expect(await find()).to.equal(undefined)
  })

  it('is read as a whole while hosts write it, and what a killed one has left does not matter', async () => {
    const { bundle, find, stored, store, made, file } = await storedPlugin()
    await writeFile(`${file}.7.tmp`, 'half a bund')
    await rm(file)
    const codes = await Promise.all([bundle(), bundle(), bundle(), bundle()])
    expect(codes.map(({ code }) => code)).to.deep.equal(codes.map(() => made.code))
    expect(await stored()).to.have.lengthOf(1)
    expect(await find()).to.deep.include({ code: made.code })
    expect((await readdir(store)).filter((name) => name.endsWith('.tmp'))).to.deep.equal([
      `${path.basename(file)}.7.tmp`,
    ])
  })

  it('is not made of what was saved a moment ago, because that may have been during the build', async () => {
    const { bundle, stored, file } = await storedPlugin()
    await rm(file)
    await bundle({ settled: 3_600_000 })
    expect(await stored()).to.deep.equal([])
  })

  it('is not made below a tsconfig.json that extends another, which esbuild reads', async () => {
    const { bundle, stored, file, fleet } = await storedPlugin()
    await fleet.write({ 'base.json': {}, 'tsconfig.json': { extends: './base.json' } })
    await rm(file)
    await bundle()
    expect(await stored()).to.deep.equal([])
  })

  it('is not needed: a store that cannot be written changes nothing', async () => {
    const { bundle, made, store } = await storedPlugin()
    await rm(store, { recursive: true })
    await writeFile(store, 'not a folder')
    expect(await bundle()).to.deep.include({ code: made.code })
  })
})
