import { expect } from 'chai'
import { readPluginManifest } from '../../../../host/plugins/manifest/read-plugin-manifest.ts'
import { createPluginDirectory, packageJson } from '../../../helpers/plugin-directory.ts'
import type { PluginFiles } from '../../../helpers/plugin-directory.ts'

async function read(files: PluginFiles) {
  await using plugin = await createPluginDirectory(files)
  return { ...(await readPluginManifest(plugin.directory)), directory: plugin.directory }
}

async function findings(files: PluginFiles) {
  return (await read(files)).findings.map(({ code, where }) => ({ code, ...where }))
}

const source = { 'src/index.ts': '' }

describe('readPluginManifest', () => {
  it('fills in defaults for what package.json omits', async () => {
    const minimal = { name: 'atrium-ai-agents', version: '2.0.1', exports: './index.js', atrium: { id: 'ai-agents' } }
    const { manifest, findings, directory } = await read({ 'package.json': minimal, 'index.js': '' })
    expect(findings).to.deep.equal([])
    expect(manifest).to.deep.equal({
      id: 'ai-agents',
      title: 'Ai agents',
      version: '2.0.1',
      package_name: 'atrium-ai-agents',
      directory,
      entry: `${directory}/index.js`,
      requires: {},
      drain_seconds: 30,
      sdk_range: '*',
    })
  })

  it('keeps everything that package.json declares', async () => {
    const full = packageJson({
      description: 'Vehicles',
      peerDependencies: { '@atrium/sdk': '^1.0.0' },
      atrium: { requires: { clients: '^1.0.0' }, settings: { type: 'object' }, drain_seconds: 5 },
    })
    const { manifest } = await read({ 'package.json': full, ...source })
    expect(manifest).to.include({ description: 'Vehicles', sdk_range: '^1.0.0', drain_seconds: 5 })
    expect(manifest?.requires).to.deep.equal({ clients: '^1.0.0' })
    expect(manifest?.settings).to.deep.equal({ type: 'object' })
  })

  it('prefers the entry to the exports if its file exists', async () => {
    const files = { 'package.json': packageJson({ exports: './dist/index.js' }), 'dist/index.js': '' }
    expect((await read({ ...files, ...source })).manifest?.entry).to.match(/src.index\.ts$/)
    expect((await read(files)).manifest?.entry).to.match(/dist.index\.js$/)
  })

  it('resolves conditional exports as Node does for an import', async () => {
    const exports = { '.': { types: './index.d.ts', require: './index.cjs', import: './index.mjs' } }
    const files = { 'index.d.ts': '', 'index.cjs': '', 'index.mjs': '' }
    const { manifest } = await read({ 'package.json': packageJson({ exports }), ...files })
    expect(manifest?.entry).to.match(/index\.mjs$/)
  })

  it('accepts a byte order mark', async () => {
    expect(await findings({ 'package.json': `\uFEFF${JSON.stringify(packageJson())}`, ...source })).to.deep.equal([])
  })

  it('reports the line and column of a syntax error', async () => {
    const [finding] = await findings({ 'package.json': '{\n  "name": "x",\n  "version" 1\n}' })
    expect(finding).to.deep.equal({ code: 'manifest_invalid', file: 'package.json', line: 3, column: 13 })
    expect((await findings({ 'package.json': '{' }))[0]).to.deep.include({
      code: 'manifest_invalid',
      line: 1,
      column: 2,
    })
    expect(await findings({ 'package.json': '[]' })).to.deep.equal([{ code: 'manifest_invalid', file: 'package.json' }])
  })

  it('distinguishes a missing package.json from an unreadable one', async () => {
    expect((await readPluginManifest('/nowhere/at/all')).findings[0]).to.include({ code: 'manifest_missing' })
    await using plugin = await createPluginDirectory()
    await plugin.remove('package.json')
    await plugin.write({ 'package.json': null })
    expect((await readPluginManifest(plugin.directory)).findings[0]).to.include({ code: 'manifest_unreadable' })
  })

  it('reports only that a package without "atrium" is not a plugin', async () => {
    expect(await findings({ 'package.json': { name: 'koa' } })).to.deep.equal([
      { code: 'manifest_not_a_plugin', file: 'package.json', line: 1, column: 1 },
    ])
  })

  it('reports all problems at once', async () => {
    const wrong = packageJson({
      name: '',
      version: 'one',
      peerDependencies: { '@atrium/sdk': 'latest!' },
      atrium: {
        id: 'Fleet',
        title: 7,
        entry: './gone.ts',
        requires: { clients: 'x.y' },
        drain_seconds: -1,
        settings: [],
      },
    })
    const found = await findings({ 'package.json': wrong })
    expect(found.map(({ pointer }) => pointer)).to.have.members([
      '/name',
      '/version',
      '/peerDependencies/@atrium~1sdk',
      '/atrium/id',
      '/atrium/title',
      '/atrium/entry',
      '/atrium/requires',
      '/atrium/drain_seconds',
      '/atrium/settings',
    ])
  })

  it('refuses malformed and reserved ids and proposes a valid one', async () => {
    const invalid = await read({ 'package.json': packageJson({ atrium: { id: 'Ai_Agents' } }), ...source })
    expect(invalid.findings[0]).to.include({ code: 'id_invalid', fix: 'Write "id": "ai-agents".' })
    const missing = await read({ 'package.json': packageJson({ atrium: { id: undefined } }), ...source })
    expect(missing.findings[0]).to.include({ code: 'id_invalid', fix: 'Write "id": "fleet".' })
    const reserved = await read({ 'package.json': packageJson({ atrium: { id: 'plugins' } }), ...source })
    expect(reserved.findings[0]).to.include({ code: 'id_reserved' })
    expect(reserved.manifest).to.equal(undefined)
  })

  it('warns about an unknown member and suggests the correct name', async () => {
    const { manifest, findings } = await read({ 'package.json': packageJson({ atrium: { require: {} } }), ...source })
    expect(manifest).to.include({ id: 'fleet' })
    expect(findings[0]).to.deep.include({ code: 'manifest_member_unknown', severity: 'warning' })
    expect(findings[0]?.message).to.contain('Did you mean "requires"?')
    const { findings: far } = await read({ 'package.json': packageJson({ atrium: { colour: 'red' } }), ...source })
    expect(far[0]?.message).not.to.contain('Did you mean')
  })

  it('lists the files it looked for when there is nothing to load', async () => {
    const { findings } = await read({ 'package.json': packageJson({ exports: './dist/index.js' }) })
    expect(findings[0]).to.include({
      code: 'entry_missing',
      cause: 'There is no file at [./src/index.ts] and [./dist/index.js].',
    })
    const none = await read({ 'package.json': packageJson({ atrium: { entry: undefined } }) })
    expect(none.findings[0]?.cause).to.contain('neither "atrium.entry" nor "exports"')
  })
})
