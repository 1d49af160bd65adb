import { page, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import { Check } from 'typebox/value'
import type { TSchema } from 'typebox'
import { declareOperation } from '../../../../host/core/operations/declare-operation.ts'
import type { Publication } from '../../../../host/core/registries/publication.ts'
import type { Registries } from '../../../../host/core/registries/registries.ts'

const NAMES = ['Ada', 'Grace Ada', 'Canada', 'Adam Adam', 'ada']

const text = (name: string, permission?: string) => ({
  kind: 'text' as const,
  label: name,
  ...(permission !== undefined && { permission }),
})

export const dashboard: Dashboard = {
  id: 'people-list',
  panel_id: 'operations',
  module_id: 'crew',
  resource_id: 'people',
  kind: 'list',
  title: 'People',
  hide_title: true,
  revision: '0123456789abcdef',
  widgets: [
    {
      kind: 'table',
      id: 'people',
      list_path: '/api/v1/crew/people',
      record_title_attribute: 'name',
      columns: [
        { ...text('Name'), name: 'name', sortable: true },
        { ...text('Salary', 'crew.salaries.view'), name: 'salary', sortable: false },
      ],
      filters: [],
      searchable: true,
      page_size: 25,
      exportable: false,
      actions: [
        {
          id: 'fire',
          kind: 'row',
          label: 'Fire',
          method: 'POST',
          path: '/api/v1/crew/people/{id}/fire',
          permission: 'crew.people.fire',
        },
      ],
      create: { label: 'New', path: '/operations/people/create', permission: 'crew.people.create' },
      empty: { title: 'Nobody' },
    },
    {
      kind: 'infolist',
      id: 'one',
      record_path: '/api/v1/crew/people/{id}',
      record_title_attribute: 'name',
      entries: [
        { ...text('Name'), name: 'name' },
        { kind: 'section', title: 'Money', children: [{ ...text('Salary', 'crew.salaries.view'), name: 'salary' }] },
      ],
      actions: [],
    },
  ],
}

export const form: FormDefinition = {
  id: 'people-create-0123456789',
  resource_id: 'people',
  operation: 'create',
  submit: { method: 'POST', path: '/api/v1/crew/people' },
  revision: 'fedcba9876543210',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      salary: { type: 'integer', permission: 'crew.salaries.view' },
      permission: { type: 'string' },
    },
    required: ['name', 'salary'],
    allOf: [{ if: { properties: { name: { const: 'Ada' } }, required: ['name'] }, then: { required: ['salary'] } }],
  },
  fields: { name: text('Name'), salary: { ...text('Salary', 'crew.salaries.view'), kind: 'number' } },
  layout: [
    { kind: 'field', name: 'name' },
    { kind: 'section', title: 'Money', children: [{ kind: 'field', name: 'salary' }] },
  ],
}

const manifest = (panel_id: string, module_id: string, navigation: ModuleManifest['navigation']): ModuleManifest => ({
  panel_id,
  module_id,
  title: module_id,
  plugin: { id: module_id, name: `@acme/${module_id}`, version: '1.0.0' },
  revision: '00112233',
  navigation,
  screens: [
    { path: `/${panel_id}/${module_id}-screens/:id`, kind: 'view', dashboard_id: `${module_id}-view` },
    { path: `/${panel_id}/${module_id}-screens/create`, kind: 'create', dashboard_id: `${module_id}-create` },
    { path: `/${panel_id}/${module_id}-screens`, kind: 'list', dashboard_id: `${module_id}-list` },
  ],
  resources: [],
})

const item = (title: string, sort: number, badge_path?: string) => ({
  resource_id: title.toLowerCase(),
  title,
  sort,
  path: `/operations/${title.toLowerCase()}`,
  ...(badge_path !== undefined && { badge_path }),
})

const resource = (id: string, search_path: string, over: Partial<ResourceDefinition> = {}): ResourceDefinition => ({
  id,
  panel_id: 'operations',
  module_id: 'crew',
  title: id,
  record_title_attribute: 'name',
  list_path: '/api/v1/crew/people',
  search_path,
  searchable: true,
  view_path: `/operations/${id}/:id`,
  revision: '00112233',
  ...over,
})

/** Two plugins in one panel, with search sources that answer, fail, hang or are denied. */
function crew(): Publication {
  const { routes, declarations } = collect_routes()
  routes
    .get('/people', {}, ({ query }) => {
      const found = NAMES.map((name, index) => ({ id: `p/${index}`, name })).filter(({ name }) =>
        name.toLowerCase().includes(String(query.q)),
      )
      return page(found, found.length + 30)
    })
    .get('/exact', { query: Type.Object({ q: Type.String() }) }, () => [{ id: 1, name: 'Ada' }])
    .get('/none', {}, () => [])
    .get('/failing', {}, () => {
      throw new Error('away')
    })
    .get('/no-list', {}, () => ({ rows: [] }))
    .get('/hanging', {}, () => new Promise(() => undefined))
    .get('/secrets', { permission: 'crew.secrets.view' }, () => [{ id: 1, name: 'ada' }])
    .get('/badge', {}, () => ({ value: 7 }))
  return {
    manifests: [
      manifest('operations', 'crew', [
        {
          group: 'Staff',
          sort: 20,
          items: [item('People', 30, '/api/v1/crew/badge'), item('Teams', 20, '/api/v1/crew/failing')],
        },
        { group: null, sort: 50, items: [item('Home', 50, '/api/v1/crew/secrets')] },
      ]),
    ],
    dashboards: [dashboard],
    forms: [form],
    resources: [
      resource('people', '/api/v1/crew/people'),
      resource('exact', '/api/v1/crew/exact', {
        view_path: undefined,
        edit_path: '/operations/exact/:id/edit',
        icon: 'user',
      }),
      resource('none', '/api/v1/crew/none'),
      resource('failing', '/api/v1/crew/failing'),
      resource('no-list', '/api/v1/crew/no-list'),
      resource('hanging', '/api/v1/crew/hanging'),
      resource('secrets', '/api/v1/crew/secrets'),
      resource('unsearchable', '/api/v1/crew/people', { searchable: false }),
    ],
    operations: declarations.map((declaration) => declareOperation('crew', declaration)),
    tools: [],
    namespaces: [],
  }
}

export const fleet: Publication = {
  manifests: [
    manifest('operations', 'fleet', [{ group: 'Staff', sort: 10, items: [item('Cars', 10)] }]),
    manifest('depot', 'parts', []),
  ],
  dashboards: [],
  forms: [],
  resources: [],
  operations: [],
  tools: [],
  namespaces: [],
}

/** Publishes both plugins, into panels that are enabled, disabled or not configured. */
export function publishCrew(registries: Registries): void {
  const panel = (id: string, sort: number, enabled = true) => ({ id, title: id, sort, enabled })
  registries.configurePanels([panel('operations', 1), panel('depot', 3), panel('admin', 2), panel('closed', 4, false)])
  const publication = crew()
  requireValid(Dashboard, publication.dashboards)
  requireValid(FormDefinition, publication.forms)
  requireValid(ModuleManifest, [...publication.manifests, ...fleet.manifests])
  requireValid(ResourceDefinition, publication.resources)
  registries.publish('crew', publication)
  registries.publish('fleet', fleet)
}

function requireValid(schema: TSchema, documents: readonly unknown[]): void {
  const invalid = documents.find((document) => !Check(schema, document))
  if (invalid !== undefined) throw new Error(`No valid document: ${JSON.stringify(invalid)}`)
}
