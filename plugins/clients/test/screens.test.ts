import { expect } from 'chai'
import { openPractice } from './open-practice.ts'
import type { Practice } from './suites/practice.ts'

describe('The screens of clients', () => {
  let practice: Practice
  before(async () => (practice = await openPractice()))
  after(() => practice.host.close())

  const read = async <Body>(path: string) => (await (await practice.host.request(path)).json()) as Body

  it('come without a finding', async () => {
    const { state, diagnostics } = await read<{ state: string; diagnostics: unknown[] }>('/api/v1/plugins/clients')
    expect({ state, diagnostics }).to.deep.equal({ state: 'active', diagnostics: [] })
  })

  it('list, create, view and edit', async () => {
    const manifest = await read<{ screens: { kind: string; resource_id?: string }[] }>(
      '/api/v1/panels/operations/modules/clients/manifest',
    )
    const kinds = manifest.screens.filter((screen) => screen.resource_id === 'clients').map(({ kind }) => kind)
    expect(kinds).to.deep.equal(['list', 'create', 'view', 'edit'])
  })

  it('archive where others delete', async () => {
    interface List {
      widgets: { actions: { id: string; kind: string; label: string }[] }[]
    }
    const { widgets } = await read<List>('/api/v1/ui/dashboards/clients-list')
    const labels = widgets[0]?.actions.map(({ kind, label }) => `${kind} ${label}`)
    expect(labels).to.have.members(['row Archive', 'row Restore', 'bulk Archive'])
  })
})
