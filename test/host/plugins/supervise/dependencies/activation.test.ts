import { expect } from 'chai'
import { hostPluginSet, stepsOf } from '../../../../helpers/plugin-set.ts'
import { rejection } from '../../../../helpers/rejection.ts'

const needs = (...ids: string[]) => ({ requires: Object.fromEntries(ids.map((id) => [id, '^1.0.0'])) })

describe('Activating plugins that require each other', () => {
  it('follows the dependency graph, whatever the order of the configuration', async () => {
    const set = await hostPluginSet({ a: needs('b', 'c'), b: needs('c'), c: {} }, { active: ['a', 'b', 'c'] })
    expect(set.states()).to.equal('a active, b active, c active')
    const loaded = ['c', 'b', 'a'].map((id) => set.status(id)?.loaded_at ?? '')
    expect([...loaded].sort()).to.deep.equal(loaded)
  })

  it('activates dependencies first, and lists them in the plan', async () => {
    const set = await hostPluginSet({ a: needs('b'), b: needs('c'), c: {} })
    expect(set.states()).to.equal('a inactive, b inactive, c inactive')
    const dry = await set.ask('activate', 'a', { dryRun: true })
    expect(stepsOf(dry)).to.equal('activate c for b, activate b for a, activate a')
    expect([dry.dry_run, dry.plugins]).to.deep.equal([true, undefined])
    expect(set.states()).to.equal('a inactive, b inactive, c inactive')
    const done = await set.ask('activate', 'a')
    expect(done.steps).to.deep.equal(dry.steps)
    expect(done.plugins?.map(({ id, state, desired }) => `${id} ${state} ${desired}`)).to.deep.equal([
      'c active active',
      'b active active',
      'a active active',
    ])
  })

  it('does nothing for a plugin that already serves', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'] })
    expect((await set.ask('activate', 'a')).steps).to.deep.equal([])
    expect(set.status('a')?.generation).to.equal(1)
  })

  it('reports the dependants and the dependencies of a plugin', async () => {
    const set = await hostPluginSet({ a: needs('c'), b: needs('c'), c: {} })
    expect(set.status('c')).to.deep.include({ required_by: ['a', 'b'], requires: {} })
    expect(set.status('a')).to.deep.include({ required_by: [], requires: { c: '^1.0.0' } })
  })

  for (const [code, required, version] of [
    ['dependency_missing', 'nobody', '1.0.0'],
    ['dependency_version', 'b', '2.1.0'],
  ] as const) {
    it(`refuses with ${code}, and blocks what the configuration activates`, async () => {
      const set = await hostPluginSet({ a: needs(required), b: { version } }, { active: ['b'] })
      const dry = await set.ask('activate', 'a', { dryRun: true })
      expect(dry.refused).to.deep.include({ code, plugins: [required] })
      const refusal = await rejection(set.ask('activate', 'a'))
      expect(refusal).to.include({ code, status: 409 })
      set.config.active = ['a', 'b']
      await set.host.plugins.reconfigure()
      expect(set.states()).to.equal('a blocked, b active')
      expect(set.codes('a')).to.deep.equal([code])
      expect(set.status('a')?.diagnostics[0]?.where).to.include({
        file: 'package.json',
        line: 1,
        pointer: `/atrium/requires/${required}`,
      })
    })
  }

  it('reports the whole cycle for its members and for the plugins that depend on them', async () => {
    const set = await hostPluginSet(
      { a: needs('b'), b: needs('c'), c: needs('a'), d: needs('b'), e: {} },
      { active: ['a', 'b', 'c', 'd', 'e'] },
    )
    expect(set.states()).to.equal('a blocked, b blocked, c blocked, d blocked, e active')
    expect(set.status('b')?.diagnostics[0]).to.deep.include({
      code: 'dependency_cycle',
      message: 'The plugins require each other: [b → c → a → b].',
    })
    expect(set.codes('d')).to.deep.equal(['dependency_inactive'])
    const { refused } = await set.ask('activate', 'd', { dryRun: true })
    expect(refused).to.deep.include({ code: 'dependency_cycle', plugins: ['b', 'c', 'a'] })
    expect(refused?.message).to.include('b → c → a → b')
  })

  it('treats a plugin that requires itself as a cycle', async () => {
    const set = await hostPluginSet({ a: needs('a') }, { active: ['a'] })
    expect(set.status('a')?.diagnostics[0]?.message).to.include('a → a')
  })

  it('blocks the dependants of a plugin that fails its first load, and activates them once it is repaired', async () => {
    const set = await hostPluginSet(
      { a: needs('b'), b: needs('c'), c: { source: 'throw new Error("no")' } },
      { active: ['a', 'b', 'c'] },
    )
    expect(set.states()).to.equal('a blocked, b blocked, c failed')
    expect([set.codes('a'), set.codes('b')]).to.deep.equal([['dependency_inactive'], ['dependency_failed']])
    await set.write('c')
    const plan = await set.ask('reload', 'c')
    expect(stepsOf(plan)).to.equal('activate c, activate b for c, activate a for b')
    expect(set.states()).to.equal('a active, b active, c active')
  })

  it('continues with the others when a dependency fails', async () => {
    const set = await hostPluginSet({ a: needs('b', 'c'), b: { source: 'export const health = () => false' }, c: {} })
    const { plugins } = await set.ask('activate', 'a')
    expect(plugins?.map(({ id, state }) => `${id} ${state}`)).to.deep.equal(['b failed', 'c active', 'a blocked'])
    expect(set.codes('a')).to.deep.equal(['dependency_failed'])
  })

  it('refuses an SDK range that the host does not satisfy', async () => {
    const set = await hostPluginSet(
      { a: { members: { peerDependencies: { '@atrium/sdk': '^9.0.0' } } }, b: needs('a') },
      { active: ['a', 'b'] },
    )
    expect(set.states()).to.equal('a failed, b blocked')
    expect(set.status('a')?.diagnostics[0]).to.deep.include({ code: 'sdk_version' })
    expect(set.status('a')?.diagnostics[0]?.message).to.include('[^9.0.0]').and.include('[1.0.0]')
  })
})
