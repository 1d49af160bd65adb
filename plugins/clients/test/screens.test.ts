import { expect } from 'chai'
import { openPractice } from './open-practice.ts'
import type { Practice } from './suites/practice.ts'

describe('The screens of the clients plugin', () => {
  let practice: Practice
  before(async () => (practice = await openPractice()))
  after(() => practice.host.close())

  const read = async <Body>(path: string) => (await (await practice.host.request(path)).json()) as Body

  it('load without diagnostics', async () => {
    const { state, diagnostics } = await read<{ state: string; diagnostics: unknown[] }>('/api/v1/plugins/clients')
    expect({ state, diagnostics }).to.deep.equal({ state: 'active', diagnostics: [] })
  })

  it('are list, create, view and edit for clients', async () => {
    const manifest = await read<{ screens: { kind: string; resource_id?: string }[] }>(
      '/api/v1/panels/operations/modules/clients/manifest',
    )
    const kinds = manifest.screens.filter((screen) => screen.resource_id === 'clients').map(({ kind }) => kind)
    expect(kinds).to.deep.equal(['list', 'create', 'view', 'edit'])
  })

  it('form one group of the navigation and include the overview', async () => {
    interface Panel {
      navigation: { group: string; items: { title: string }[] }[]
    }
    const { navigation } = await read<Panel>('/api/v1/panels/operations/modules/clients/manifest')
    expect(navigation.map(({ group, items }) => [group, ...items.map(({ title }) => title)])).to.deep.equal([
      ['Clients', 'Clients overview', 'Clients', 'Document types', 'Imports'],
    ])
    const { widgets } = await read<{ widgets: { kind: string }[] }>('/api/v1/ui/dashboards/clients-summary')
    expect(widgets.map(({ kind }) => kind)).to.deep.equal(['stats', 'chart'])
  })

  it('have all their paths in the OpenAPI document', async () => {
    const { paths } = await read<{ paths: Record<string, object> }>('/api/v1/clients/openapi.json')
    const below = Object.entries(paths).map(([path, methods]) => [
      path.replace('/api/v1/clients', ''),
      Object.keys(methods),
    ])
    expect(Object.fromEntries(below)).to.deep.include({
      '/clients/{id}': ['get', 'put', 'patch', 'delete'],
      '/clients/{id}/record': ['get'],
      '/clients/summary': ['get'],
      '/document-types/{id}': ['get', 'put', 'patch', 'delete'],
      '/clients/{id}/documents': ['get', 'post'],
      '/imports/{id}': ['get'],
    })
  })

  it('have If-Match and 412 in the OpenAPI document for each change that honours it', async () => {
    interface Operation {
      parameters?: { name: string }[]
      responses: object
      description?: string
    }
    const { paths } = await read<{ paths: Record<string, Record<string, Operation>> }>('/api/v1/clients/openapi.json')
    for (const [method, path] of [
      ['delete', '/clients/{id}'],
      ['post', '/clients/{id}/restore'],
      ['post', '/clients/{id}/merge'],
      ['delete', '/documents/{document_id}'],
    ] as const) {
      const operation = paths[`/api/v1/clients${path}`]?.[method]
      expect(
        operation?.parameters?.map(({ name }) => name),
        path,
      ).to.include('If-Match')
      expect(operation?.responses, path).to.have.property('412')
    }
  })

  it('say of a merged client which one it is now, and offer to restore it neither there nor in the list', async () => {
    interface Element {
      kind: string
      name?: string
      relation?: unknown
      children?: Element[]
      id?: string
      visible_when?: unknown
    }
    interface Screen {
      widgets: { kind: string; actions?: Element[]; entries?: Element[] }[]
    }
    const widgets = async (screen: string) => (await read<Screen>(`/api/v1/ui/dashboards/clients-${screen}`)).widgets
    for (const screen of ['list', 'view']) {
      const restore = (await widgets(screen)).flatMap(({ actions = [] }) => actions).find(({ id }) => id === 'restore')
      expect(restore?.visible_when, screen).to.deep.equal({
        field: 'archive_reason',
        schema: { enum: ['requested', 'undone'] },
      })
    }
    const [section] = (await widgets('view')).flatMap(({ entries = [] }) => entries)
    expect(section?.children).to.have.length(1)
    expect(section?.children?.[0]).to.deep.include({ kind: 'relation', name: 'merged_into', label: 'Merged into' })
  })

  it('offer Archive instead of Delete', async () => {
    interface List {
      widgets: { actions: { id: string; kind: string; label: string }[] }[]
    }
    const { widgets } = await read<List>('/api/v1/ui/dashboards/clients-list')
    const labels = widgets[0]?.actions.map(({ kind, label }) => `${kind} ${label}`)
    expect(labels).to.have.members(['row Merge', 'row Archive', 'row Restore', 'bulk Edit selected…', 'bulk Archive'])
  })
})
