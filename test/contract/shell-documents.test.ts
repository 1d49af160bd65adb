import { Type } from '@atrium/sdk'
import {
  Dashboard,
  FormDefinition,
  ModuleManifest,
  Panel,
  PanelDocument,
  ResourceDefinition,
  SearchResult,
} from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { TEMPLATE, useTemplateHost } from './template-host.ts'

const MANIFEST = '/api/v1/panels/operations/modules/template/manifest'
const dashboardPath = (id: string) => `/api/v1/ui/dashboards/${id}`

function expectValid(schema: TSchema, document: unknown): void {
  expect(Value.Errors(schema, document)).to.deep.equal([])
}

describe('The shell contract of the template', () => {
  const { ask } = useTemplateHost()

  const formIdOf = async (dashboardId: string) => {
    const { body } = await ask<Dashboard>(dashboardPath(dashboardId))
    const [widget] = body.widgets
    if (widget?.kind !== 'form') throw new Error(`[${dashboardId}] holds no form.`)
    return widget.form_id
  }
  /** The paths of all documents of the template; the paths of forms are found in the dashboards. */
  const documentPaths = async () => [
    '/api/v1/panels',
    '/api/v1/panels/operations',
    '/api/v1/panels/operations/resources',
    MANIFEST,
    ...['items-list', 'items-create', 'items-edit', 'items-view'].map(dashboardPath),
    `/api/v1/forms/${await formIdOf('items-create')}`,
    `/api/v1/forms/${await formIdOf('items-edit')}`,
  ]

  it('lists the panels that an active plugin or the platform names, and no others', async () => {
    const { status, body } = await ask<Panel[]>('/api/v1/panels')
    expect(status).to.equal(200)
    expectValid(Type.Array(Panel), body)
    expect(body.map(({ id }) => id)).to.deep.equal(['operations', 'admin'])
  })

  it('describes the sidebar and the place of each screen in the panel', async () => {
    const { body } = await ask<PanelDocument>('/api/v1/panels/operations')
    expectValid(PanelDocument, body)
    const [group] = body.navigation
    expect(group).to.include({ group: 'Examples', sort: 10 })
    const permission = 'template.items.view'
    expect(group?.items).to.deep.equal([
      { resource_id: 'items', title: 'Items', sort: 10, path: '/operations/items', permission },
    ])
    expect(body.modules.map(({ module_id, plugin_id }) => [module_id, plugin_id])).to.deep.equal([
      ['template', 'template'],
    ])
  })

  it('declares the screen `create` before `:id`', async () => {
    const { body } = await ask<ModuleManifest>(MANIFEST)
    expectValid(ModuleManifest, body)
    expect(body).to.include({ panel_id: 'operations', module_id: 'template', title: 'Template' })
    const screens = body.screens.map(({ path, kind, ...rest }) => [path, kind, rest.dashboard_id, rest.permission])
    expect(screens).to.deep.equal([
      ['/operations/items', 'list', 'items-list', 'template.items.view'],
      ['/operations/items/create', 'create', 'items-create', 'template.items.create'],
      ['/operations/items/:id', 'view', 'items-view', 'template.items.view'],
      ['/operations/items/:id/edit', 'edit', 'items-edit', 'template.items.update'],
    ])
  })

  it('has a dashboard for each screen, with one title', async () => {
    for (const kind of ['list', 'create', 'edit', 'view']) {
      const { body } = await ask<Dashboard>(dashboardPath(`items-${kind}`))
      expectValid(Dashboard, body)
      expect(body).to.include({ id: `items-${kind}`, kind, resource_id: 'items', hide_title: true })
    }
  })

  it('lists the columns, filters and actions that the plugin declares', async () => {
    const { body } = await ask<Dashboard>(dashboardPath('items-list'))
    const [table] = body.widgets
    if (table?.kind !== 'table') throw new Error('The list holds no table.')
    expect(table.columns.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal([
      'text name',
      'badge status',
      'money price',
      'since created_at',
    ])
    expect(table.filters.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal([
      'select status',
      'date_range created_at',
    ])
    expect(table.actions.map(({ kind, id, method, path }) => `${kind} ${id}: ${method} ${path}`)).to.deep.equal([
      'bulk edit: POST /api/v1/template/items/change',
      'row retire: POST /api/v1/template/items/{id}/retire',
      'row delete: DELETE /api/v1/template/items/{id}',
      'bulk delete: POST /api/v1/template/items/delete',
    ])
    const form_id = await formIdOf('items-edit')
    expect(table.actions[0], 'without the title, and without fields that differ from record to record').to.deep.include(
      {
        form_id,
        changes: ['price'],
        permission: 'template.items.update',
        undo: { permission: 'template.items.update' },
      },
    )
    expect(table.create).to.include({ path: '/operations/items/create', permission: 'template.items.create' })
    expect(table.change_many, 'each record with its own values').to.deep.equal({
      path: '/api/v1/template/items/change',
      permission: 'template.items.update',
      undo: { permission: 'template.items.update' },
    })
  })

  it('offers to import records with the form of a new one, and names every heading of the export', async () => {
    const { body } = await ask<Dashboard>(dashboardPath('items-list'))
    const [table] = body.widgets
    if (table?.kind !== 'table') throw new Error('The list holds no table.')
    const { fields, ...imports } = table.import ?? { fields: [] }
    expect(imports).to.deep.equal({
      path: '/api/v1/template/items/import',
      form_id: await formIdOf('items-create'),
      permission: 'template.items.create',
      undo: { permission: 'template.items.delete' },
    })
    expect(fields[0]).to.deep.equal({ name: 'id', label: 'id', key: true })
    expect(fields.map(({ name }) => name)).to.deep.equal(['id', 'name', 'status', 'price', 'notes', 'created_at'])
  })

  it('generates form ids, which dashboards name', async () => {
    const [create, edit] = [await formIdOf('items-create'), await formIdOf('items-edit')]
    expect([create, edit]).to.satisfy((ids: string[]) => ids.every((id) => /^items-(create|edit)-[0-9a-f]+$/.test(id)))
    const form = await ask<FormDefinition>(`/api/v1/forms/${create}`)
    expectValid(FormDefinition, form.body)
    expect(form.body.submit).to.deep.equal({ method: 'POST', path: '/api/v1/template/items' })
    const other = await ask<FormDefinition>(`/api/v1/forms/${edit}`)
    expectValid(FormDefinition, other.body)
    expect(other.body.submit).to.deep.equal({ method: 'PATCH', path: '/api/v1/template/items/{id}' })
  })

  it('says in the form when a field is shown', async () => {
    const { body } = await ask<FormDefinition>(`/api/v1/forms/${await formIdOf('items-create')}`)
    expect(body.fields.notes).to.deep.include({
      kind: 'textarea',
      visible_when: { field: 'status', schema: { enum: ['active', 'retired'] } },
    })
    expect((body.schema as { required: string[] }).required).to.deep.equal(['name', 'price'])
  })

  it('publishes the sections of the search, and finds a record by them', async () => {
    const { body } = await ask<ResourceDefinition[]>('/api/v1/panels/operations/resources')
    expectValid(Type.Array(ResourceDefinition), body)
    expect(body).to.have.length(1)
    expect(body[0]).to.include({ id: 'items', record_title_attribute: 'name', search_path: '/api/v1/template/items' })
    const made = await ask<{ id: number }>('/api/v1/template/items', {
      method: 'POST',
      json: { name: 'Brass hinge', price: 450 },
    })
    const found = await ask<SearchResult>('/api/v1/panels/operations/search?q=hinge')
    expectValid(SearchResult, found.body)
    expect(found.body.groups.map(({ resource_id, hits }) => [resource_id, hits])).to.deep.equal([
      ['items', [{ id: made.body.id, title: 'Brass hinge', path: `/operations/items/${made.body.id}` }]],
    ])
    expect((await ask('/api/v1/panels/operations/badges')).body).to.deep.equal({})
  })

  it('serves every document as private, to be revalidated', async () => {
    for (const path of await documentPaths()) {
      const { headers } = await ask(path)
      expect(headers.get('cache-control'), path).to.equal('private, no-cache')
      expect(headers.get('vary'), path).to.equal('Cookie, Authorization, Atrium-Preview, Accept-Encoding')
      expect(headers.get('content-type'), path).to.equal('application/json; charset=utf-8')
    }
  })

  it('answers 304 with the same ETag and no body for a current document, 200 for another', async () => {
    for (const path of await documentPaths()) {
      const tag = (await ask(path)).headers.get('etag') ?? ''
      expect(tag, path).to.match(/^(W\/)?"[\w.]+"$/)
      const known = await ask(path, { headers: { 'if-none-match': tag } })
      expect([known.status, known.headers.get('etag'), known.body], path).to.deep.equal([304, tag, ''])
      expect((await ask(path, { headers: { 'if-none-match': '"other"' } })).status, path).to.equal(200)
    }
  })

  it('gives each document a revision, which its ETag starts with', async () => {
    for (const path of [MANIFEST, dashboardPath('items-list'), `/api/v1/forms/${await formIdOf('items-edit')}`]) {
      const { headers, body } = await ask<{ revision: string }>(path)
      expect(headers.get('etag')?.replace(/^(W\/)?"/, ''), path).to.satisfy((tag: string) =>
        tag.startsWith(body.revision),
      )
    }
  })

  it('shows nothing to anonymous callers', async () => {
    for (const path of await documentPaths()) {
      const { status, body } = await ask(path, { headers: { authorization: '' } })
      expect([status, body.code], path).to.deep.equal([401, 'unauthenticated'])
    }
  })

  const missing: [path: string, code: string, says: string][] = [
    ['/api/v1/panels/operatoins', 'panel_not_found', 'Did you mean [operations]?'],
    ['/api/v1/panels/accounting', 'panel_not_found', 'has no screens, because no active plugin names it'],
    [
      '/api/v1/panels/accounting/modules/template/manifest',
      'panel_not_found',
      'has no screens, because no active plugin names it',
    ],
    ['/api/v1/panels/operations/modules/tempalte/manifest', 'module_not_found', 'Did you mean [template]?'],
    ['/api/v1/panels/operations/modules/items/manifest', 'module_not_found', 'a screen of the module [template]'],
    ['/api/v1/ui/dashboards/items-lst', 'dashboard_not_found', 'Did you mean [items-list]?'],
    ['/api/v1/forms/items-create', 'form_not_found', 'Read `form_id` from the dashboard'],
  ]
  for (const [path, code, says] of missing) {
    it(`says why nothing is at ${path}`, async () => {
      const { status, body } = await ask(path)
      expect([status, body.code]).to.deep.equal([404, code])
      expect(body.detail).to.contain(says)
    })
  }
})

describe('The shell contract of an inactive plugin', () => {
  let fleet: PluginDirectory
  const { ask } = useTemplateHost(async () => {
    fleet = await createPluginDirectory({ 'src/index.ts': FLEET })
    return { plugins: [fleet.directory], pluginDirectories: [fleet.path('..'), `${TEMPLATE}/..`] }
  })
  after(() => fleet[Symbol.asyncDispose]())

  const paths: [path: string, code: string][] = [
    ['/api/v1/panels/operations/modules/template/manifest', 'plugin_inactive'],
    ['/api/v1/template/items', 'plugin_inactive'],
    ['/api/v1/ui/dashboards/items-list', 'dashboard_not_found'],
  ]
  for (const [path, code] of paths) {
    it(`says at ${path} that the plugin is not active`, async () => {
      const { status, body } = await ask(path)
      expect([status, body.code]).to.deep.equal([404, code])
      expect(body.detail).to.contain('template').and.to.contain('active')
    })
  }

  it('does not affect other plugins', async () => {
    expect((await ask('/api/v1/ui/dashboards/cars-list')).status).to.equal(200)
    expect((await ask<{ desired: string }>('/api/v1/plugins/template')).body.desired).to.equal('inactive')
  })
})

const FLEET = `
  import { array_store, register_resource, Type } from '@atrium/sdk'
  const Car = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
  export const register_resources = (registry) =>
    register_resource(registry, 'operations', 'fleet', (resource) =>
      resource.record(Car).id('cars').title('Cars').api_base('/api/v1/fleet').module_path('cars')
        .record_title_attribute('name').table((table) => table.columns((column) => [column.text('name')])))
  export const register_routes = (routes) => routes.records('/cars/{id}', array_store([], Car))
`
