import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import { type Answer, eachTemplateDatabase, type Init, read } from '../../contract/template-host.ts'
import { signInPerson } from '../../helpers/sign-in-person.ts'

const DASHBOARDS = '/api/v1/platform/dashboards'
const MENU = '/api/v1/platform/dashboard-menu'
const HOME = '/api/v1/platform/home-dashboard'
const OFFERED = '/api/v1/platform/dashboard-widgets'
const VIEWS = '/api/v1/platform/views'
const SHARE = 'platform.views.share'
const ITEMS = { key: 'items', width: 'half', dashboard_id: 'items-list', widget_id: 'items-table' }

interface Placed {
  readonly key: string
  readonly width: string
  readonly title?: string
  readonly dashboard_id?: string
  readonly view_id?: number
  readonly query?: string
  readonly plugin_id?: string
  readonly is_missing?: boolean
}

interface Dashboard {
  readonly id: number
  readonly name: string
  readonly owner_id: string
  readonly widgets: readonly Placed[]
}

eachTemplateDatabase((template) => {
  const personWith = async (permissions: string[] = []) => {
    const person = await signInPerson(template.host, { name: 'Somebody', permissions })
    const ask = async <Body = Dashboard>(to: string, init: Init = {}): Promise<Answer<Body>> => {
      const headers = { ...init.headers, authorization: '', cookie: person.cookie, 'sec-fetch-site': 'same-origin' }
      return read(await template.host.request(to, { ...init, headers }))
    }
    const save = <Body = Dashboard>(values: object = {}) =>
      ask<Body>(DASHBOARDS, { method: 'POST', json: { name: 'Morning', widgets: [ITEMS], ...values } })
    const names = async () => (await ask<Dashboard[]>(`${DASHBOARDS}?_limit=100`)).body.map(({ name }) => name)
    const get = (id: number) => ask(`${DASHBOARDS}/${id}`)
    const change = <Body = Dashboard>(id: number, json: object, headers = {}) =>
      ask<Body>(`${DASHBOARDS}/${id}`, { method: 'PATCH', json, headers })
    return { ...person, ask, save, names, get, change }
  }
  const VIEWER = 'template.items.view'
  const errorsOf = ({ status, body }: Answer<Problem>) => [status, body.errors]

  describe('A dashboard of one’s own', () => {
    it('refers to widgets that its person sees, and is changed, opened after the sign-in and deleted by them', async () => {
      const { id, ask, save, names, change } = await personWith([VIEWER])
      const offered = (await ask<{ widget_id: string; shows: string[]; screen: string }[]>(OFFERED)).body
      const list = offered.find(({ widget_id }) => widget_id === ITEMS.widget_id)
      expect(list).to.include({ kind: 'table', screen: 'Items', panel: 'Operations' })
      expect(list?.shows).to.include('Name')

      const { status, body } = await save({ owner_id: 'somebody-else', icon: 'home' })
      expect([status, body.owner_id]).to.deep.equal([201, id])
      expect(body.widgets).to.deep.equal([{ ...ITEMS, panel_id: 'operations', plugin_id: 'template' }])
      const changed = await change(body.id, { widgets: [{ ...ITEMS, width: 'full', title: 'Stock' }] })
      expect(changed.body.widgets[0]).to.include({ width: 'full', title: 'Stock', plugin_id: 'template' })

      const chosen = await ask<object>(HOME, { method: 'PUT', json: { dashboard_id: body.id } })
      expect([chosen.status, chosen.body]).to.deep.equal([200, { dashboard_id: body.id }])
      const menu = await ask<{ home_id: number; dashboards: object[] }>(MENU)
      expect(menu.body.home_id).to.equal(body.id)
      expect(menu.body.dashboards).to.deep.equal([
        { id: body.id, name: 'Morning', icon: 'home', audience: 'me', owner_id: id },
      ])
      expect((await ask(`${DASHBOARDS}/${body.id}`, { method: 'DELETE' })).status).to.equal(200)
      expect(await names()).to.deep.equal([])
      expect((await ask<{ home_id: number | null }>(MENU)).body.home_id).to.be.null
    })

    it('loses nothing if two windows change it: the second one is told', async () => {
      const { save, get, change } = await personWith([VIEWER])
      const { body, headers } = await save()
      const seen = { 'if-match': headers.get('etag') ?? '' }
      expect((await change(body.id, { name: 'First' }, seen)).status).to.equal(200)
      const late = await change<Problem>(body.id, { name: 'Second' }, seen)
      expect([late.status, late.body.code]).to.deep.equal([412, 'version_mismatch'])
      expect((await get(body.id)).body.name).to.equal('First')
    })

    it('is for nobody else unless it is shared, which takes the permission for sharing views', async () => {
      const [owner, other] = [await personWith([VIEWER]), await personWith([VIEWER, SHARE])]
      const { body } = await owner.save()
      const to = `${DASHBOARDS}/${body.id}`
      const answers = [
        await other.get(body.id),
        await other.ask(`${to}/history`),
        await other.change(body.id, { name: 'Mine' }),
        await other.ask(to, { method: 'DELETE' }),
        await other.ask(HOME, { method: 'PUT', json: { dashboard_id: body.id } }),
      ]
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404])
      const refused = await owner.change<Problem>(body.id, { audience: 'all' })
      expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_denied'])
      expect(refused.body.detail).to.include(SHARE)
      const nobody = await template.host.request(DASHBOARDS, { method: 'POST', json: { name: 'X' } })
      expect(nobody.status, 'without an account').to.equal(403)
    })

    it('shows others of a role only what they may see, and keeps for its owner what others cannot see', async () => {
      const owner = await personWith([VIEWER, SHARE])
      const [blind, editor, stranger] = [await personWith(), await personWith([SHARE]), await personWith([VIEWER])]
      const shared = { audience: 'role', role_id: blind.roleId }
      const { body } = await owner.save({ ...shared, widgets: [{ ...ITEMS, title: 'Our stock' }] })
      expect((await blind.get(body.id)).body).to.deep.include({ name: 'Morning', widgets: [] })
      expect((await stranger.get(body.id)).status).to.equal(404)
      const history = await blind.ask<object[]>(`${DASHBOARDS}/${body.id}/history`)
      expect(JSON.stringify(history.body)).to.not.include('items-table')
      expect(JSON.stringify(history.body)).to.not.include('Our stock')

      const place = { key: 'items', width: 'half', is_missing: true }
      expect((await editor.get(body.id)).body.widgets).to.deep.equal([place])
      await editor.change(body.id, { name: 'Evening', widgets: [{ ...place, width: 'full' }] })
      expect((await owner.get(body.id)).body).to.deep.include({
        name: 'Evening',
        widgets: [{ ...ITEMS, width: 'full', title: 'Our stock', panel_id: 'operations', plugin_id: 'template' }],
      })
    })

    it('shows a list with a saved view, as long as the view is there for the person', async () => {
      const owner = await personWith([VIEWER, SHARE])
      const other = await personWith([VIEWER])
      const list = 'items-list/items-table'
      const view = await owner.ask<{ id: number }>(VIEWS, {
        method: 'POST',
        json: { list, name: 'Drafts', query: 'status=draft' },
      })
      const { body } = await owner.save({ audience: 'all', widgets: [{ ...ITEMS, view_id: view.body.id }] })
      expect((await owner.get(body.id)).body.widgets[0]).to.include({ view_id: view.body.id, query: 'status=draft' })
      expect((await other.get(body.id)).body.widgets, 'a private view').to.deep.equal([])
      await owner.ask(`${VIEWS}/${view.body.id}`, {
        method: 'PATCH',
        json: { audience: 'all', query: 'status=active' },
      })
      expect((await other.get(body.id)).body.widgets[0]?.query).to.equal('status=active')
      await owner.ask(`${VIEWS}/${view.body.id}`, { method: 'DELETE' })
      expect((await owner.get(body.id)).body.widgets[0]).to.include({ dashboard_id: 'items-list', is_missing: true })
      expect((await other.get(body.id)).body.widgets, 'a deleted view').to.deep.equal([])
      await owner.ask(`${DASHBOARDS}/${body.id}`, { method: 'DELETE' })
    })

    it('comes back whole after its plugin was deactivated', async () => {
      const { save, get, change } = await personWith([VIEWER])
      const { body } = await save()
      await template.host.request('/api/v1/plugins/template/deactivate', { method: 'POST' })
      const away = (await get(body.id)).body.widgets
      expect(away[0]).to.include({ dashboard_id: 'items-list', plugin_id: 'template', is_missing: true })
      expect((await change(body.id, { name: 'Later', widgets: away })).status).to.equal(200)
      await template.host.request('/api/v1/plugins/template/activate', { method: 'POST' })
      expect((await get(body.id)).body.widgets[0])
        .to.include({ ...ITEMS })
        .and.not.have.property('is_missing')
    })

    it('refuses what its person may not see, screens of records, and too much', async () => {
      const { save, ask } = await personWith()
      const unseen = errorsOf(await save<Problem>())
      expect(unseen[0]).to.equal(422)
      expect(unseen[1]).to.have.property('widgets.0.dashboard_id')
      const viewer = await personWith([VIEWER])
      const refused = async (...widgets: object[]) => errorsOf(await viewer.save<Problem>({ widgets }))[1]
      expect(await refused({ ...ITEMS, widget_id: 'nothing' })).to.have.property('widgets.0.widget_id')
      expect(await refused({ ...ITEMS, dashboard_id: 'items-view', widget_id: 'items-infolist' })).to.be.an('object')
      expect(await refused({ ...ITEMS, view_id: 123_456 })).to.have.property('widgets.0.view_id')
      expect(await refused({ key: 'none', width: 'half' })).to.have.property('widgets.0.dashboard_id')
      expect(await refused(ITEMS, ITEMS)).to.have.property('widgets.1.key')
      const many = Array.from({ length: 25 }, (_, at) => ({ ...ITEMS, key: `k${at}` }))
      expect(await refused(...many)).to.have.property('widgets')
      expect((await viewer.save<Problem>({ name: 'x'.repeat(81) })).status).to.equal(422)
      for (let number = 0; number < 50; number += 1) await save({ widgets: [] })
      expect(errorsOf(await save<Problem>({ widgets: [] }))[1]).to.have.property('name')
      expect((await ask<{ dashboards: object[] }>(MENU)).body.dashboards).to.have.length(50)
    })
  })
})
