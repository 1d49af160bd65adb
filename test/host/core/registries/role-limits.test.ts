import { expect } from 'chai'
import { findUnknownTable } from '../../../../host/core/registries/index.ts'

/** What is suggested instead of a table that no plugin serves. */
const suggested = (resource: string, served: readonly string[]) =>
  findUnknownTable({ conditions: [{ resource, where: 'id=1' }] }, { served, stored: [] })?.fix

describe('A limit on a misspelt table', () => {
  it('is told the table of the same plugin, also if another plugin has nearly its id', () => {
    for (const served of [
      ['fleet_vans', 'fleets_vans'],
      ['fleets_vans', 'fleet_vans'],
    ])
      expect(suggested('fleet_vnas', served)).to.equal('Did you mean [fleet_vans]?')
  })

  it('is told the table of the plugin whose id is near if its own plugin has no such table', () => {
    expect(suggested('fleet_vans', ['fleets_vans', 'fleet_drivers'])).to.equal('Did you mean [fleets_vans]?')
  })
})
