import { readFile, symlink } from 'node:fs/promises'
import { mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { loadGeneration } from '../../../../host/plugins/generation/load-generation.ts'
import type { LoadOptions } from '../../../../host/plugins/generation/load-generation.ts'
import { PluginRejected } from '../../../../host/plugins/load/plugin-rejected.ts'
import { readPluginManifest } from '../../../../host/plugins/manifest/read-plugin-manifest.ts'
import type { SharedModules } from '../../../../host/plugins/load/shared-modules.ts'
import { torturePlugin } from '../../../fixtures/plugins/torture-plugin.ts'
import { createPluginDirectory, packageJson } from '../../../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../../../helpers/plugin-directory.ts'

process.setSourceMapsEnabled(true)

class Registry {}
const sdk = { sdkId: 'the host', Registry, hostRegistry: Registry }
const shared: SharedModules = (specifier) => (specifier === '@atrium/sdk' ? Promise.resolve(sdk) : undefined)

async function load(plugin: PluginDirectory, options: LoadOptions = {}) {
  return loadGeneration(await plugin.manifest(), { shared, ...options })
}

async function failure(plugin: PluginDirectory, options?: LoadOptions): Promise<PluginRejected> {
  const error: unknown = await load(plugin, options).catch((thrown: unknown) => thrown)
  expect(error).to.be.instanceOf(PluginRejected)
  return error as PluginRejected
}

function call(generation: { exports: Record<string, unknown> }, name: string, ...parameters: unknown[]): unknown {
  return (generation.exports[name] as (...given: unknown[]) => unknown)(...parameters)
}

/** The first stack line of the error that a function of the plugin throws. */
async function frameOf(work: () => unknown): Promise<string> {
  const error = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown)
  return /\((.*)\)$/m.exec((error as Error).stack ?? '')?.[1] ?? ''
}

describe('loadGeneration', () => {
  it('behaves as Node does in cases that loaders often get wrong, but provides the SDK of the host', async () => {
    await using plugin = await createPluginDirectory(torturePlugin, { link: ['is-path-inside', 'nanoid'] })
    const { exports, files } = await load(plugin)
    const url = (file: string) => pathToFileURL(plugin.path(file)).href
    expect(exports.probes).to.deep.equal({
      esm_only_default: 'function',
      esm_only_named: 'function',
      top_level_await_in_dependency: ['slow', 42],
      common_js_default: 'function',
      common_js_named: 4,
      common_js_namespace: ['default', 'once', 'twice'],
      json_attributes: 'green',
      json_of_dependency: '3.2.1',
      subpath_import: 'internal',
      self_reference: true,
      sdk: 'the host',
      sdk_is_host_class: true,
      own_common_js: [plugin.path('src'), plugin.path('src/own.cjs')],
      own_common_js_requires: 6,
      own_common_js_sdk: 'the host',
      own_common_js_optional: 'MODULE_NOT_FOUND',
      cycle: true,
      enum: [1, 'Green'],
      type_only: 1,
      template_import: ['first', 'second'],
      optional_import: 'ERR_MODULE_NOT_FOUND',
      optional_import_caught: 'absent',
      side_effect: 1,
      asset: '<svg/>',
      meta: [url('src/index.ts'), plugin.path('src/index.ts'), plugin.path('src')],
      meta_of_deep_file: url('src/deep/file.ts'),
      meta_resolve: [url('src/shape.ts'), 'node:fs', url('node_modules/legacy-package/index.js')],
      create_require: 8,
      dynamic_identity: true,
      this_is_undefined: true,
      shadowed_names: ['own require', 'own module', 'own fetch', 'own setTimeout'],
    })
    expect(files).to.include.members([plugin.path('src/own.cjs'), plugin.path('data/settings.json')])
    expect(files.filter((file) => file.includes('node_modules'))).to.deep.equal([])
  })

  it('picks up an edit of the deepest file while the old generation keeps its code', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "export { value } from './middle.ts'",
      'src/middle.ts': "export { value } from './deep/deepest.ts'",
      'src/deep/deepest.ts': 'export const value = () => 1',
    })
    const first = await load(plugin)
    await plugin.write({ 'src/deep/deepest.ts': 'export const value = () => 2' })
    const second = await load(plugin)
    expect([call(first, 'value'), call(second, 'value')]).to.deep.equal([1, 2])
  })

  it('follows a renamed file, reports a deleted one, and finds a new one', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "export { value } from './part.ts'",
      'src/part.ts': 'export const value = () => 1',
    })
    await plugin.rename('src/part.ts', 'src/piece.ts')
    const missing = await failure(plugin)
    expect(missing.diagnostics[0]).to.deep.include({
      code: 'build_failed',
      message: 'src/index.ts:1:23: Could not resolve [./part.ts]',
      where: { file: 'src/index.ts', line: 1, column: 23 },
      cause: "export { value } from './part.ts'",
    })
    expect(missing.files).to.deep.equal([plugin.path('src/index.ts')])
    await plugin.write({ 'src/part.ts': 'export const value = () => 3' })
    expect(call(await load(plugin), 'value')).to.equal(3)
    await plugin.write({ 'src/index.ts': "export { value } from './piece.ts'" })
    expect(call(await load(plugin), 'value')).to.equal(1)
  })

  it('gives the first late import of an old generation the code it was built with', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "export const late = async () => (await import('./lazy.ts')).value",
      'src/lazy.ts': "export { value } from './deep.ts'",
      'src/deep.ts': "export const value = 'old'",
    })
    const old = await load(plugin)
    await plugin.write({ 'src/deep.ts': "export const value = 'new'" })
    const current = await load(plugin)
    await plugin.remove('src/lazy.ts')
    expect([await call(old, 'late'), await call(current, 'late')]).to.deep.equal(['old', 'new'])
  })

  it("names the author's lines in stacks of the old and the new generation", async () => {
    const boom = "export function boom(): never {\n  throw new Error('boom')\n}"
    await using plugin = await createPluginDirectory({
      'src/index.ts': "export { boom } from './deep.ts'\nexport const place = import.meta.url",
      'src/deep.ts': boom,
    })
    const old = await load(plugin)
    await plugin.write({ 'src/deep.ts': `// one\n// more\n${boom}` })
    const current = await load(plugin)
    expect(await frameOf(() => call(old, 'boom'))).to.match(/src.deep\.ts:2:9$/)
    expect(await frameOf(() => call(current, 'boom'))).to.match(/src.deep\.ts:4:9$/)
  })

  it('loads a CommonJS plugin, and a plugin behind a symbolic link', async () => {
    await using plugin = await createPluginDirectory({
      'package.json': packageJson({ type: 'commonjs', atrium: { entry: './index.js' } }),
      'index.js': "const { sdkId } = require('@atrium/sdk')\nexports.sdk = () => [sdkId, __dirname]",
    })
    await symlink(plugin.directory, `${plugin.directory}-link`, 'dir')
    const { manifest } = await readPluginManifest(`${plugin.directory}-link`)
    const generation = await loadGeneration(manifest!, { shared })
    expect(call(generation, 'sdk')).to.deep.equal(['the host', plugin.directory])
  })

  it('reloads a workspace package linked into node_modules, but not an ordinary dependency', async () => {
    await using library = await createPluginDirectory(
      {
        'package.json': { name: 'library', type: 'module', exports: './index.ts' },
        'index.ts': 'export const value = () => 1',
      },
      { name: 'library' },
    )
    await using plugin = await createPluginDirectory({
      'src/index.ts': "export { value } from 'library'",
      node_modules: null,
    })
    await symlink(library.directory, plugin.path('node_modules/library'), 'dir')
    const first = await load(plugin)
    expect(first.files).to.include(library.path('index.ts'))
    await library.write({ 'index.ts': 'export const value = () => 2' })
    expect([call(first, 'value'), call(await load(plugin), 'value')]).to.deep.equal([1, 2])
  })

  it('finds the dependencies of a plugin that is itself installed in node_modules', async () => {
    await using app = await createPluginDirectory({
      'node_modules/fleet/package.json': packageJson({ atrium: { entry: './index.js' } }),
      'node_modules/fleet/index.js':
        "import * as hoisted from 'hoisted'\nexport const same = (other) => other === hoisted.mark",
      'node_modules/hoisted/package.json': { name: 'hoisted', type: 'module', exports: './index.js' },
      'node_modules/hoisted/index.js': 'export const mark = Symbol()',
    })
    const { manifest } = await readPluginManifest(app.path('node_modules/fleet'))
    const generation = await loadGeneration(manifest!, { shared })
    const native = (await import(pathToFileURL(app.path('node_modules/hoisted/index.js')).href)) as { mark: symbol }
    expect(call(generation, 'same', native.mark)).to.equal(true)
    expect(generation.files).to.deep.equal([app.path('node_modules/fleet/index.js')])
  })

  it('bundles migrations in order, with a hash that ignores line endings', async () => {
    const step = 'export async function up() {\n  return 1\n}\n'
    await using plugin = await createPluginDirectory({
      'src/index.ts': '',
      'migrations/0002_prices.js': 'export const up = () => 2\nexport const down = () => -2',
      'migrations/0001_items.ts': step,
      'migrations/0001_items.d.ts': 'not a migration',
      'migrations/notes.md': 'nor this',
    })
    const { migrations, files } = await load(plugin)
    expect(migrations.map(({ name, down }) => [name, typeof down])).to.deep.equal([
      ['0001_items', 'undefined'],
      ['0002_prices', 'function'],
    ])
    expect(await migrations[0]?.up()).to.equal(1)
    expect(files).to.include(plugin.path('migrations/0002_prices.js'))
    expect(migrations[0]?.source_hash).to.match(/^[0-9a-f]{64}$/)
    await plugin.write({ 'migrations/0001_items.ts': step.replaceAll('\n', '\r\n') })
    expect((await load(plugin)).migrations[0]?.source_hash).to.equal(migrations[0]?.source_hash)
    await plugin.write({ 'migrations/0001_items.ts': step.replace('1', '3') })
    expect((await load(plugin)).migrations[0]?.source_hash).not.to.equal(migrations[0]?.source_hash)
  })

  it('refuses migrations without "up" and duplicate migration names', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': '',
      'migrations/0001_items.js': 'export const up = () => 1',
      'migrations/0001_items.ts': 'export const upp = () => 1',
    })
    const { diagnostics } = await failure(plugin)
    const where = { file: 'migrations/0001_items.ts', line: 1 }
    expect(diagnostics.map((one) => ({ code: one.code, where: one.where }))).to.deep.equal([
      { code: 'migration_invalid', where },
      { code: 'migration_name_taken', where },
    ])
  })

  it('reports every syntax error with its source line, also next to import.meta', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "const ä = 'é', = 1; export const here = import.meta.url",
      'migrations/1.ts': 'export const up = (',
    })
    const { diagnostics } = await failure(plugin)
    expect(diagnostics.map(({ code, where }) => ({ code, ...where }))).to.deep.equal([
      { code: 'build_failed', file: 'migrations/1.ts', line: 1, column: 20 },
      { code: 'build_failed', file: 'src/index.ts', line: 1, column: 16 },
    ])
    expect(diagnostics[1]?.cause).to.equal("const ä = 'é', = 1; export const here = import.meta.url")
  })

  it('reports a file that ends too early without an empty cause', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': 'export const up = (\n' })
    const { diagnostics } = await failure(plugin)
    expect(diagnostics[0])
      .to.include({ message: 'src/index.ts:2:1: Unexpected end of file' })
      .and.not.have.property('cause')
  })

  it('reports an import that the SDK or a dependency does not export', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.js': "import { Registri } from '@atrium/sdk'\nRegistri",
    })
    await plugin.write({ 'package.json': packageJson({ atrium: { entry: './src/index.js' } }) })
    const [finding] = (await failure(plugin)).diagnostics
    expect(finding?.message).to.match(/^src\/index\.js:1:10: No matching export .* for import \[Registri\]/)
  })

  it('names the import of a dependency that is missing, or throws when it is evaluated', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "import value from 'not-installed'\nimport 'throwing'\nexport { value }",
      'node_modules/throwing/package.json': { name: 'throwing', main: './index.js' },
      'node_modules/throwing/index.js': "throw new TypeError('no such device')",
    })
    const { diagnostics } = await failure(plugin)
    const found = diagnostics.map(({ message, cause, fix }) => [message, cause, fix.split(' ')[0]])
    expect(found).to.have.deep.members([
      ['src/index.ts:1:19: Could not resolve [not-installed]', "import value from 'not-installed'", 'Install'],
      ['src/index.ts:2:8: Importing [throwing] failed: TypeError: no such device', "import 'throwing'", 'Repair'],
    ])
  })

  it('refuses a plugin that imports the host', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': "import '@atrium/host'" })
    expect((await failure(plugin)).diagnostics[0]?.message).to.contain('may not import [@atrium/host]')
  })

  it('maps an error thrown at the top level to the author’s line', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "import { fail } from './fail.ts'\n\nfail('no')",
      'src/fail.ts': 'export function fail(reason: string) {\n  throw new RangeError(reason)\n}',
    })
    const error = await failure(plugin)
    expect(error.diagnostics).to.have.length(1)
    expect(error.diagnostics[0]).to.deep.include({
      code: 'load_failed',
      message: 'src/fail.ts:2:9: The plugin [fleet] threw while it was loaded: no',
      where: { file: 'src/fail.ts', line: 2, column: 9 },
      cause: 'RangeError: no',
    })
    expect(error.cause).to.be.instanceOf(RangeError)
    expect(error.files).to.have.members([plugin.path('src/index.ts'), plugin.path('src/fail.ts')])
  })

  it('reports a rejected top-level await, and a thrown value that is not an error', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': "await Promise.reject(new Error('late'))" })
    expect((await failure(plugin)).diagnostics[0]?.message).to.contain('src/index.ts:1:22: ')
    await plugin.write({ 'src/index.ts': "throw { reason: 'odd' }" })
    expect((await failure(plugin)).diagnostics[0]?.message).to.contain("{ reason: 'odd' }")
  })

  it('gives up on a top-level await that never settles, and names the plugin', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': 'await new Promise(() => {})' })
    const error = await failure(plugin, { timeLimit: 200 })
    expect(error.diagnostics[0]).to.include({ code: 'load_timeout' })
    expect(error.message).to.equal('The plugin [fleet] was not loaded within 0.2 s.')
  })

  it('does not blame a plugin for a busy machine: the limit is for its own code, not for bundling it', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': "import { slow } from '@atrium/sdk'\nvoid slow",
    })
    const slowly = async () => {
      mock.timers.tick(1_500)
      return { slow: true }
    }
    mock.timers.enable({ apis: ['setTimeout'] })
    await load(plugin, { shared: slowly, timeLimit: 1_000 }).finally(() => mock.timers.reset())
  })

  it('stops everything that a plugin started before it failed', async () => {
    const ticks: number[] = []
    await using plugin = await createPluginDirectory({
      'src/index.ts': `import { ticks } from '@atrium/sdk'
setInterval(() => ticks.push(1), 1)
throw new Error('after the timer')`,
    })
    await failure(plugin, { shared: () => Promise.resolve({ ticks }) })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ticks).to.deep.equal([])
  })

  it('leaves earlier generations unaffected by a later failed load', async () => {
    await using plugin = await createPluginDirectory({ 'src/index.ts': 'let n = 0\nexport const next = () => ++n' })
    const good = await load(plugin)
    call(good, 'next')
    for (const broken of ['const', "throw new Error('x')", "import './gone.ts'", 'await Promise.reject(1)']) {
      await plugin.write({ 'src/index.ts': broken })
      await failure(plugin)
    }
    expect(call(good, 'next')).to.equal(2)
    expect(await readFile(plugin.path('src/index.ts'), 'utf8')).to.contain('await')
  })
})
