import { expect } from 'chai'
import { register_resource } from '@atrium/sdk'
import { checkAgainstHost } from '../../../../../host/plugins/generation/check-against-host.ts'
import { authorFrame } from '../../../../../host/plugins/load/author-frame.ts'
import { Registries } from '../../../../../host/core/registries/registries.ts'
import { Item, link } from '../../../../helpers/link.ts'

const PANELS = [
  { id: 'operations', title: 'Operations', sort: 10, enabled: true },
  { id: 'admin', title: 'Administration', sort: 20, enabled: false },
]

/** Declares a resource in a panel, twice in the same module, and checks it against the configured panels. */
function inPanel(panel: string) {
  const registries = new Registries()
  registries.configurePanels(PANELS)
  const linked = link({
    resources: (registry) => {
      for (const id of ['items', 'goods'])
        register_resource(registry, panel, 'shop', (resource) =>
          resource.record(Item).id(id).module_path(id).list_path('/api/v1/shop/items'),
        )
    },
  })
  return checkAgainstHost('shop', linked.declared, registries)
}

describe('The panel of a module', () => {
  it('panel_unknown: is refused if it is not configured, and a similar name is suggested', () => {
    const findings = inPanel('operation')
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'panel_unknown',
      message: 'The module [shop] names the panel [operation], which panels.config.json does not have.',
      fix: 'Did you mean [operations]? Or add it to panels.config.json.',
    })
    expect(authorFrame(findings[0]?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
  })

  it('panel_not_materialized: is refused if it is disabled, and the enabled panels are listed', () => {
    const findings = inPanel('admin')
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'panel_not_materialized',
      message: 'The module [shop] names the panel [admin], which panels.config.json disables.',
      fix: 'Enable it there. Use one of operations.',
    })
  })

  it('is accepted if it is enabled', () => {
    expect(inPanel('operations')).to.deep.equal([])
  })
})
