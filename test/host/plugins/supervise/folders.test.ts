import { expect } from 'chai'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { packageJson } from '../../../helpers/plugin-directory.ts'
import { hostPluginSet } from '../../../helpers/plugin-set.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'

const watched = { active: ['a', 'b'], watch: true }

describe('A plugin folder', () => {
  it('that is deleted leaves its plugin missing and the dependants waiting until it returns', async () => {
    const set = await hostPluginSet({ a: {}, b: { requires: { a: '^1.0.0' } } }, watched)
    await set.remove('a')
    await until('the loss', () => set.states() === 'a missing, b blocked')
    expect([set.serves('a'), set.serves('b')]).to.deep.equal([false, false])
    expect(set.status('a')).to.deep.include({ desired: 'active', version: '1.0.0' })
    expect([set.codes('a'), set.codes('b')]).to.deep.equal([['plugin_missing'], ['dependency_missing']])
    await set.write('a', { version: '1.1.0' })
    await until('both', () => set.states() === 'a active, b active')
    // A busy machine may report one save twice, which makes another generation.
    expect(set.status('a')?.version).to.equal('1.1.0')
    expect(set.status('a')?.generation).to.be.at.least(2)
    await set.write('a', { version: '1.2.0' })
    await until('a save after that', () => set.status('a')?.version === '1.2.0')
  })

  it('that is still being copied is served once its last file is there', async () => {
    const set = await hostPluginSet({}, { active: ['c'], watch: true })
    const folder = path.join(set.directory, 'c')
    await mkdir(path.join(folder, 'src'), { recursive: true })
    const manifest = packageJson({ name: 'c', atrium: { id: 'c', title: 'C' } })
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
    // That no folder contains it would be wrong, and come first.
    await until('the look at what is there', () => set.codes('c').join() === 'entry_missing')
    await writeFile(path.join(folder, 'src/index.ts'), `export const setup = () => undefined`)
    await until('the plugin', () => set.states() === 'c active')
  })

  it('that is a link serves the new target when a deployment changes it', async () => {
    const set = await hostPluginSet({}, { active: ['a'], watch: true })
    for (const version of ['1.0.0', '2.0.0']) await set.write('a', { version }, { folder: `../releases/${version}` })
    await symlink('../releases/1.0.0', path.join(set.directory, 'a'), 'dir')
    await until('the first release', () => set.status('a')?.version === '1.0.0')
    await symlink('../releases/2.0.0', path.join(set.directory, 'a.next'), 'dir')
    await rename(path.join(set.directory, 'a.next'), path.join(set.directory, 'a'))
    await until('the second release', () => set.status('a')?.version === '2.0.0')
    expect(set.status('a')).to.deep.include({ state: 'active', diagnostics: [] })
  })

  it('that is an unwatched link serves a new target after an explicit reload', async () => {
    const set = await hostPluginSet({}, { active: ['a'] })
    const source = (release: number) => ({ folder: `../releases/${release}` })
    for (const release of [1, 2]) await set.write('a', { version: `1.0.${release}` }, source(release))
    await symlink('../releases/1', path.join(set.directory, 'a'), 'dir')
    await set.host.plugins.refresh()
    await symlink('../releases/2', path.join(set.directory, 'a.next'), 'dir')
    await rename(path.join(set.directory, 'a.next'), path.join(set.directory, 'a'))
    await set.ask('reload', 'a')
    expect(set.status('a')).to.deep.include({ version: '1.0.2', state: 'active' })
  })

  it('of an inactive plugin disappears from the list when it is deleted', async () => {
    const set = await hostPluginSet({ a: {}, c: {} }, { active: ['a'], watch: true })
    expect(set.states()).to.equal('a active, c inactive')
    const told: string[] = []
    set.host.registries.plugins.onChange(({ id }) => told.push(id))
    await set.remove('c')
    await until('the loss', () => set.states() === 'a active')
    expect(told, 'so that whoever shows it looks again').to.include('c')
  })

  it('keeps serving without interruption when it is renamed, and is watched at its new path', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'], watch: true })
    let gap = false
    set.host.registries.onChange(() => {
      gap ||= !set.serves('a')
    })
    await set.rename('a', 'another')
    await until('the load', () => (set.status('a')?.generation ?? 0) >= 2)
    await set.write('a', { version: '1.5.0' }, { folder: 'another' })
    await until('a save', () => set.status('a')?.version === '1.5.0')
    expect(gap).to.equal(false)
  })

  it('keeps serving when a second one has the same id, which is reported and takes over once the first is gone', async () => {
    const set = await hostPluginSet({ b: { version: '1.0.0' } }, { active: ['b'], watch: true })
    await set.write('b', { version: '1.7.0' }, { folder: 'a-copy' })
    const report = await set.host.plugins.discover()
    expect(report.map(({ plugin, accepted, diagnostics }) => [plugin, accepted, diagnostics[0]?.code])).to.deep.equal([
      ['b', false, 'plugin_id_taken'],
      ['b', true, undefined],
    ])
    await set.ask('reload', 'b')
    expect(set.status('b')).to.deep.include({ version: '1.0.0', generation: 2 })
    await set.remove('b')
    await until('the other', () => set.status('b')?.version === '1.7.0')
    expect(set.status('b')?.state).to.equal('active')
    expect(set.status('b')?.generation).to.be.at.least(3)
  })

  it('keeps serving under its old id until the plugin is deactivated, and then gets the new id', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'], watch: true })
    await set.write('c', {}, { folder: 'a' })
    await until('the refusal', () => set.status('a')?.state === 'failed')
    expect(set.codes('a')).to.deep.equal(['plugin_id_changed'])
    expect(set.serves('a')).to.equal(true)
    const [folder] = await set.host.plugins.discover()
    expect(folder).to.deep.include({ plugin: 'c', accepted: false })
    await set.ask('deactivate', 'a')
    await set.host.plugins.refresh()
    await until('the new one', () => set.states() === 'c inactive')
  })

  it('keeps serving when its package.json cannot be read, and reports why', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'], watch: true })
    await set.writePackage('a', '{ "name": ')
    await until('the failure', () => set.status('a')?.state === 'failed')
    expect(set.codes('a')).to.deep.equal(['manifest_invalid'])
    expect(set.serves('a')).to.equal(true)
    await set.write('a')
    await until('the repair', () => set.states() === 'a active')
  })

  it('of an inactive plugin stays listed but is not loaded while its package.json is incomplete', async () => {
    const set = await hostPluginSet({ a: {} })
    await set.writePackage('a', '{ "name": ')
    expect(await rejection(set.ask('activate', 'a'))).to.include({ code: 'plugin_missing', status: 409 })
    expect(set.states()).to.equal('a inactive')
    await set.write('a')
    await set.ask('activate', 'a')
    expect(set.states()).to.equal('a active')
  })

  it('that is new is found immediately, or on activation if nothing is watched', async () => {
    const set = await hostPluginSet({}, { watch: true })
    await set.write('a')
    await until('the newcomer', () => set.states() === 'a inactive')
    const unwatched = await hostPluginSet({})
    await unwatched.write('a')
    await unwatched.ask('activate', 'a')
    expect(unwatched.states()).to.equal('a active')
  })
})
