import { expect } from 'chai'
import { hostPluginSet } from '../../../helpers/plugin-set.ts'

const source = `import { emit_dashboard } from '@atrium/sdk'
export const register_routes = (routes) => routes.get('/figures', {}, () => ({ vans: 1 }))
export function register_resources(registry) {
  emit_dashboard(registry, 'garage', 'a', (dashboard) =>
    dashboard.id('vans').path('vans').stats('/api/v1/a/figures', (stat) => [stat.number('vans')]))
}`
const panel = (id: string, enabled = true) => ({ id, title: id, sort: 10, enabled })

describe('A change of the configuration', () => {
  it('retries plugins that failed on an unknown or disabled panel, and the plugins that waited for them', async () => {
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

  it('rebuilds the panels of serving plugins without reloading them', async () => {
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

describe('Suspending a plugin', () => {
  it('does the work while the plugin is unloaded and loads it again, while its dependants keep serving', async () => {
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

  it('loads the plugin again even if the work fails, and leaves an inactive plugin inactive', async () => {
    const set = await hostPluginSet({ a: {}, b: {} }, { active: ['a'] })
    const fail = () => Promise.reject(new Error('no'))
    await set.host.plugins.suspend('a', fail).catch(() => undefined)
    await set.host.plugins.suspend('b', fail).catch(() => undefined)
    expect(set.states()).to.equal('a active, b inactive')
  })
})
