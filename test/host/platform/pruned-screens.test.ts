import { expect } from 'chai'
import type { PanelDocument } from '@atrium/sdk/documents'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

const PLUGINS = ['template', 'clients', 'booking'].map((id) =>
  path.resolve(import.meta.dirname, '../../../plugins', id),
)
const READER = { name: 'reader', label: 'Reader', permissions: ['platform.shell.view', 'template.items.view'] }
const DESK = { name: 'desk', label: 'Desk', permissions: ['platform.shell.view', 'booking.bookings.*'] }

describe('The screens of a panel', () => {
  let host: TestHost
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  before('start a host with two people', async () => {
    host = await startTestHost({ plugins: PLUGINS })
    made = await createUsersAndRoles(host, { roles: [READER, DESK], people: { Ada: ['reader'], Ben: ['desk'] } })
  })
  after('close the host', () => host.close())

  const panelOf = async (person: string, panel = 'operations') => {
    const json = { name: 'look', user_id: made.people[person], permissions: ['*'] }
    const { permissions } = person === 'Ada' ? READER : DESK
    const token = await host.request('/api/v1/platform/tokens', { method: 'POST', json: { ...json, permissions } })
    const { secret } = (await token.json()) as { secret: string }
    const headers = { authorization: `Bearer ${secret}` }
    const { navigation, screens } = (await (
      await host.request(`/api/v1/panels/${panel}`, { headers })
    ).json()) as PanelDocument
    const panels = (await (await host.request('/api/v1/panels', { headers })).json()) as { id: string }[]
    return {
      panels: panels.map(({ id }) => id),
      items: navigation.flatMap(({ items }) => items.map(({ title }) => title)),
      screens,
      groups: navigation,
    }
  }

  it('are those whose records the person may see, without empty groups', async () => {
    const { items, screens, groups } = await panelOf('Ada')
    expect(items).to.deep.equal(['Items'])
    expect(groups).to.have.length(1)
    expect(screens.map(({ kind }) => kind).sort()).to.deep.equal(['list', 'view'])
    expect((await panelOf('Ada', 'admin')).items).to.deep.equal([])
  })

  it('include those to create and edit for people who may, and dashboards whose widgets they may all see', async () => {
    const { items, screens } = await panelOf('Ben')
    expect(items).to.include.members(['Agenda', 'Overview', 'Bookings'])
    expect(items).not.to.include.members(['Items', 'Clients', 'Services'])
    const kinds = screens.filter(({ resource_id }) => resource_id === 'bookings').map(({ kind }) => kind)
    expect(kinds).to.include('view')
  })

  it('are in no panel that the person would find empty', async () => {
    expect((await panelOf('Ada')).panels).to.deep.equal(['operations'])
    const all = (await (await host.request('/api/v1/panels')).json()) as { id: string }[]
    expect(all.map(({ id }) => id)).to.include.members(['operations', 'admin'])
  })

  it('are all there for an operator', async () => {
    const { navigation } = (await (await host.request('/api/v1/panels/operations')).json()) as PanelDocument
    const items = navigation.flatMap(({ items }) => items.map(({ title }) => title))
    expect(items).to.include.members(['Items', 'Clients', 'Bookings', 'Services', 'Holidays'])
  })
})
