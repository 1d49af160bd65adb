import { FormDefinition, PanelDocument } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { Check } from 'typebox/value'
import { startServer } from '../http/start-server.ts'
import type { TestServer } from '../http/start-server.ts'
import { dashboard, fleet, form, publishCrew } from './publications.ts'

const DASHBOARD = '/api/v1/ui/dashboards/people-list'
const FORM = `/api/v1/forms/${form.id}`

describe('The documents of the shell', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: publishCrew })
  })
  const read = async <Document>(path: string, as = 'operator') =>
    (await (await server.ask(path, { as })).json()) as Document

  it('are the panels with contents, in order', async () => {
    expect(await read('/api/v1/panels')).to.deep.equal([
      { id: 'operations', title: 'operations', sort: 1 },
      { id: 'depot', title: 'depot', sort: 3 },
    ])
  })

  it('merge the modules of a panel: groups with the same name, ordered by their lowest item', async () => {
    const panel = await read<PanelDocument>('/api/v1/panels/operations')
    expect(Check(PanelDocument, panel)).to.equal(true)
    const navigation = panel.navigation.map(({ group, sort, items }) => [group, sort, items.map(({ title }) => title)])
    expect(navigation).to.deep.equal([
      ['Staff', 10, ['Cars', 'Teams', 'People']],
      [null, 50, ['Home']],
    ])
    expect(panel.modules.map(({ module_id }) => module_id)).to.deep.equal(['crew', 'fleet'])
  })

  it('list literal screens before those with a parameter', async () => {
    const { screens } = await read<PanelDocument>('/api/v1/panels/operations')
    expect(screens.map(({ path }) => path).filter((path) => path.includes('crew'))).to.deep.equal([
      '/operations/crew-screens',
      '/operations/crew-screens/create',
      '/operations/crew-screens/:id',
    ])
  })

  it('are served as published to a caller who may see everything', async () => {
    expect(await read(DASHBOARD)).to.deep.equal(dashboard)
    expect(await read(FORM)).to.deep.equal(form)
    expect(await read('/api/v1/panels/operations/modules/crew/manifest')).to.include({
      module_id: 'crew',
      revision: '00112233',
    })
    expect(await read<unknown[]>('/api/v1/panels/operations/resources')).to.have.length(8)
  })

  it('may be cached but have to be revalidated, and have a strong tag', async () => {
    const response = await server.ask(DASHBOARD)
    expect(response.headers.get('cache-control')).to.equal('private, no-cache')
    expect(response.headers.get('vary')).to.equal('Cookie, Authorization, Atrium-Preview, Accept-Encoding')
    expect(response.headers.get('etag')).to.match(/^"0123456789abcdef\.\w+"$/)
    expect(response.headers.get('content-security-policy')).to.equal(null)
  })

  it('get 304 if the client has them, and 200 once they change', async () => {
    const tag = (await server.ask(FORM)).headers.get('etag') ?? ''
    const known = { headers: { 'if-none-match': tag } }
    const unchanged = await server.ask(FORM, known)
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).to.deep.equal([304, '', tag])
    expect((await server.ask(FORM, { ...known, as: 'clerk' })).status).to.equal(200)
    const panel = (await server.ask('/api/v1/panels/depot')).headers.get('etag')
    server.registries.configurePanels(
      server.registries.panels.configured().map((each) => ({ ...each, title: 'Renamed' })),
    )
    expect((await server.ask('/api/v1/panels/depot')).headers.get('etag')).not.to.equal(panel)
    expect((await server.ask(FORM, known)).status).to.equal(304)
  })

  it('have the same headers for HEAD', async () => {
    const [get, head] = await Promise.all([server.ask(DASHBOARD), server.ask(DASHBOARD, { method: 'HEAD' })])
    expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'))
    expect(head.headers.get('etag')).to.equal(get.headers.get('etag'))
  })

  it('leave out columns, entries, actions and the create button if the caller lacks the permission', async () => {
    const [table, infolist] = (await read<typeof dashboard>(DASHBOARD, 'clerk')).widgets
    if (table?.kind !== 'table' || infolist?.kind !== 'infolist') throw new Error('The widgets are others.')
    expect(table.columns.map(({ name }) => name)).to.deep.equal(['name'])
    expect(table.actions).to.deep.equal([])
    expect(table).not.to.have.property('create')
    expect(infolist.entries).to.have.length(1)
  })

  it('leave out fields from the form, its layout and the required members of its schema', async () => {
    const shown = await read<FormDefinition>(FORM, 'clerk')
    expect(Check(FormDefinition, shown)).to.equal(true)
    expect(Object.keys(shown.fields)).to.deep.equal(['name'])
    expect(shown.layout).to.deep.equal([{ kind: 'field', name: 'name' }])
    expect(shown.schema.properties).to.have.keys(['name', 'permission'])
    expect(JSON.stringify(shown)).not.to.contain('salary')
  })

  it('require the permission to use the shell', async () => {
    for (const path of [DASHBOARD, FORM, '/api/v1/panels']) {
      expect((await server.ask(path, { as: 'stranger' })).status, path).to.equal(403)
      expect((await server.ask(path, { as: null })).status, path).to.equal(401)
    }
  })

  it('change as soon as a plugin is published again, and disappear when it is withdrawn', async () => {
    for (const title of ['One', 'Two']) {
      server.registries.publish('fleet', { ...fleet, dashboards: [{ ...dashboard, id: 'cars', title }] })
      expect(await read('/api/v1/ui/dashboards/cars')).to.include({ title })
    }
    server.registries.withdraw('fleet')
    expect((await server.ask('/api/v1/ui/dashboards/cars')).status).to.equal(404)
  })
})
