import { expect } from 'chai'
import { hostPluginSet } from '../../../helpers/plugin-set.ts'

const source = `import { emit_dashboard } from '@atrium/sdk'
export const register_routes = (routes) => routes.get('/figures', {}, () => ({ vans: 1 }))
export function register_resources(registry) {
  emit_dashboard(registry, 'garage', 'a', (dashboard) =>
    dashboard.id('vans').path('vans').stats('/api/v1/a/figures', (stat) => [stat.number('vans')]))
}`
const panel = (id: string, enabled = true) => ({ id, title: id, sort: 10, enabled })

describe('a change of the configuration', () => {
  it('tries again what failed on a panel that was unknown or disabled, and what waited for that', async () => {
    const set = await hostPluginSet({ a: { source }, b: { requires: { a: '*' } } }, { active: ['a', 'b'] })
    const { registries, plugins } = set.host
    expect([set.states(), set.codes('a')]).to.deep.equal(['a failed, b blocked', ['panel_unknown']])
    registries.configurePanels([panel('operations'), panel('garage', false)])
    await plugins.reconfigure()
    expect([set.states(), set.codes('a')]).to.deep.equal(['a failed, b blocked', ['panel_not_materialized']])
    registries.configurePanels([panel('operations'), panel('garage')])
    await plugins.reconfigure()
    expect(set.states()).to.equal('a active, b active')
    expect(registries.panels.materialized().map(({ id }) => id)).to.deep.equal(['garage'])
  })

  it('materializes the panels of what serves anew, without loading it', async () => {
    const set = await hostPluginSet({ a: { source } }, { active: ['a'] })
    const { registries, plugins } = set.host
    registries.configurePanels([panel('garage')])
    await plugins.reconfigure()
    registries.configurePanels([panel('garage', false)])
    await plugins.reconfigure()
    expect(registries.panels.get('garage')).to.equal(undefined)
    registries.configurePanels([{ ...panel('garage'), title: 'Cars' }])
    await plugins.reconfigure()
    expect(registries.panels.get('garage')?.title).to.equal('Cars')
    expect(set.status('a')?.generation).to.equal(1)
  })
})

describe('suspending a plugin', () => {
  it('does the work while nothing of it is left, and loads it again; what requires it goes on', async () => {
    const set = await hostPluginSet({ a: {}, b: { requires: { a: '*' } } }, { active: ['a', 'b'] })
    const seen: unknown[] = []
    await set.host.plugins.suspend('a', () => {
      seen.push(set.serves('a'), set.states())
      return Promise.resolve()
    })
    expect(seen).to.deep.equal([false, 'a inactive, b active'])
    expect([set.states(), set.status('a')?.generation, set.status('b')?.generation]).to.deep.equal([
      'a active, b active',
      2,
      1,
    ])
  })

  it('loads it again also when the work fails, and leaves one inactive that shall be', async () => {
    const set = await hostPluginSet({ a: {}, b: {} }, { active: ['a'] })
    const fail = () => Promise.reject(new Error('no'))
    await set.host.plugins.suspend('a', fail).catch(() => undefined)
    await set.host.plugins.suspend('b', fail).catch(() => undefined)
    expect(set.states()).to.equal('a active, b inactive')
  })
})
