import { expect } from 'chai'
import { hostPluginSet, stepsOf } from '../../../../helpers/plugin-set.ts'
import { rejection } from '../../../../helpers/rejection.ts'
import { until } from '../../../../helpers/until.ts'

const needs = (...ids: string[]) => ({ requires: Object.fromEntries(ids.map((id) => [id, '^1.0.0'])) })
const chain = { a: needs('b'), b: needs('c'), c: {}, d: needs('c') }
const all = { active: ['a', 'b', 'c', 'd'] }

describe('Deactivating a plugin', () => {
  it('is refused while active plugins require it, and names all of them', async () => {
    const set = await hostPluginSet(chain, all)
    const { refused, steps } = await set.ask('deactivate', 'c', { dryRun: true })
    expect(refused).to.deep.include({ code: 'plugin_required', plugins: ['a', 'b', 'd'] })
    expect(steps).to.deep.equal([])
    const refusal = await rejection(set.ask('deactivate', 'c'))
    expect(refusal).to.include({ code: 'plugin_required', status: 409 })
    expect(refusal.message).to.include('[a], [b], [d]').and.include('cascade=1')
    expect(set.states()).to.equal('a active, b active, c active, d active')
  })

  it('deactivates its dependants first when it cascades', async () => {
    const set = await hostPluginSet(chain, all)
    const dry = await set.ask('deactivate', 'c', { cascade: true, dryRun: true })
    expect(stepsOf(dry)).to.equal('deactivate a for b, deactivate b for c, deactivate d for c, deactivate c')
    const done = await set.ask('deactivate', 'c', { cascade: true })
    expect(done.steps).to.deep.equal(dry.steps)
    expect(['a', 'b', 'c', 'd'].some((id) => set.serves(id))).to.equal(false)
    await until('rest', () => set.states() === 'a inactive, b inactive, c inactive, d inactive')
  })

  it('needs no cascade when its only dependant is not running', async () => {
    const set = await hostPluginSet({ a: { ...needs('c'), source: 'throw 1' }, c: {} }, { active: ['a', 'c'] })
    expect(set.states()).to.equal('a failed, c active')
    expect(stepsOf(await set.ask('deactivate', 'c'))).to.equal('deactivate c')
  })

  it('does nothing for a plugin that is not active', async () => {
    const set = await hostPluginSet({ a: {} })
    expect((await set.ask('deactivate', 'a')).steps).to.deep.equal([])
  })

  it('answers once the plugin is out of service, which stays deactivating until its running work has ended', async () => {
    const set = await hostPluginSet(
      { a: { source: `export const register_routes = (routes) => routes.get('/slow', {}, () => 'x')` } },
      { active: ['a'] },
    )
    const match = set.host.registries.operations.match('GET', '/api/v1/a/slow')
    if (!match || !('operation' in match)) throw new Error('no operation')
    const unpin = match.operation.lease?.pin()
    const { plugins } = await set.ask('deactivate', 'a')
    expect(set.serves('a')).to.equal(false)
    expect(plugins?.[0]).to.deep.include({ state: 'deactivating', desired: 'inactive', draining: 1 })
    expect(plugins?.[0]).not.to.have.property('generation')
    unpin?.()
    await until('rest', () => set.states() === 'a inactive')
    expect(set.status('a')).not.to.have.property('draining')
  })

  it('can be reversed while the previous generation still drains', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'] })
    const match = set.host.registries.operations.match('GET', '/api/v1/a/ping')
    if (!match || !('operation' in match)) throw new Error('no operation')
    const unpin = match.operation.lease?.pin()
    await set.ask('deactivate', 'a')
    await set.ask('activate', 'a')
    expect(set.status('a')).to.deep.include({ state: 'active', generation: 2, draining: 1 })
    unpin?.()
    await until('the end of the first', () => set.status('a')?.draining === undefined)
    expect(set.status('a')).to.deep.include({ state: 'active', generation: 2 })
  })

  it('removes a missing plugin from the list', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'] })
    await set.remove('a')
    await set.host.plugins.refresh()
    expect(set.status('a')).to.deep.include({ state: 'missing', desired: 'active' })
    await set.ask('deactivate', 'a')
    await until('nothing', () => set.states() === '')
  })
})
