import { expect } from 'chai'
import { hostPluginSet, stepsOf } from '../../../../helpers/plugin-set.ts'
import { rejection } from '../../../../helpers/rejection.ts'
import { until } from '../../../../helpers/until.ts'

const a = { requires: { b: '^1.0.0' } }
const both = { active: ['a', 'b'] }

describe('Reloading a plugin that others require', () => {
  it('does not reload its dependants', async () => {
    const set = await hostPluginSet({ a, b: {} }, both)
    expect(stepsOf(await set.ask('reload', 'b'))).to.equal('reload b')
    expect([set.status('a')?.generation, set.status('b')?.generation]).to.deep.equal([1, 2])
  })

  it('is refused when the new version leaves their range, and the old version keeps serving', async () => {
    const set = await hostPluginSet({ a, b: {} }, both)
    await set.write('b', { version: '2.0.0' })
    const { refused } = await set.ask('reload', 'b', { dryRun: true })
    expect(refused).to.deep.include({ code: 'dependants_unsatisfied', plugins: ['a'] })
    expect(await rejection(set.ask('reload', 'b'))).to.include({ code: 'dependants_unsatisfied', status: 409 })
    expect(set.status('b')).to.deep.include({ version: '1.0.0', generation: 1, state: 'active' })
  })

  it('after a save is refused before the commit, and retried once the dependant is deactivated', async () => {
    const set = await hostPluginSet({ a, b: {} }, { ...both, watch: true })
    await set.write('b', { version: '2.0.0' })
    await until('the refusal', () => set.status('b')?.state === 'failed')
    expect(set.codes('b')).to.deep.equal(['dependants_unsatisfied'])
    expect(set.status('b')?.diagnostics[0]?.message).to.include('[a] asks for [^1.0.0]')
    expect(set.status('b')).to.deep.include({ version: '1.0.0', generation: 1 })
    expect(set.states()).to.equal('a active, b failed')
    expect(stepsOf(await set.ask('deactivate', 'a'))).to.equal('deactivate a, reload b for a')
    expect(set.status('b')).to.deep.include({ version: '2.0.0', generation: 2, state: 'active' })
  })

  it('blocks no dependant when it fails, because the old generation still serves', async () => {
    const set = await hostPluginSet({ a, b: {}, c: { requires: { b: '*' } } }, both)
    await set.write('b', { source: 'throw new Error("no")' })
    await set.ask('reload', 'b')
    expect(set.status('b')).to.deep.include({ state: 'failed', generation: 1 })
    expect(set.status('a')?.state).to.equal('active')
    await set.ask('activate', 'c')
    expect(set.status('c')?.state).to.equal('active')
  })

  it('first activates what the new version requires', async () => {
    const set = await hostPluginSet({ a: {}, b: {} }, { active: ['a'] })
    await set.write('a', a)
    expect(stepsOf(await set.ask('reload', 'a'))).to.equal('activate b for a, reload a')
    expect(set.states()).to.equal('a active, b active')
  })

  it('after a save waits for what the new version requires, while the old version serves', async () => {
    const set = await hostPluginSet({ a: {}, b: {} }, { active: ['a'], watch: true })
    await set.write('a', { ...a, version: '1.1.0' })
    await until('the refusal', () => set.status('a')?.state === 'failed')
    expect([set.codes('a'), set.status('a')?.version]).to.deep.equal([['dependency_inactive'], '1.0.0'])
    expect(stepsOf(await set.ask('activate', 'b'))).to.equal('activate b, reload a for b')
    expect(set.status('a')).to.deep.include({ state: 'active', version: '1.1.0', generation: 2 })
  })

  it('to the version that a blocked dependant requires activates that dependant', async () => {
    const set = await hostPluginSet({ a, b: { version: '0.9.0' } }, both)
    expect(set.states()).to.equal('a blocked, b active')
    await set.write('b', { version: '1.2.0' })
    expect(stepsOf(await set.ask('reload', 'b'))).to.equal('reload b, activate a for b')
    expect(set.states()).to.equal('a active, b active')
  })

  it('is refused for an inactive plugin and for a missing one', async () => {
    const set = await hostPluginSet({ a: {}, b: {} }, { active: ['b'] })
    expect(await rejection(set.ask('reload', 'a'))).to.include({ code: 'reload_inactive', status: 409 })
    await set.remove('b')
    expect(await rejection(set.ask('reload', 'b'))).to.include({ code: 'plugin_missing', status: 409 })
  })
})
