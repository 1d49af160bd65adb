import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import path from 'node:path'
import { read, type Answer, type Init } from '../../contract/template-host.ts'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

interface Grant {
  readonly id: string
  readonly grant: string
  readonly state: string
  readonly last_used_at?: string
  readonly unused: readonly string[]
  readonly kept_by?: string
}

const ROOT = path.resolve(import.meta.dirname, '../../..')
const CLERK = { name: 'clerk', label: 'Clerk', permissions: ['template.items.view', 'template.items.create'] }

const LOOKER = { name: 'looker', label: 'Looker', permissions: ['platform.preview.view', ...CLERK.permissions] }

function suite(database: () => Promise<{ databaseUrl?: string }>) {
  let host: TestHost
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  const ask = async <Body = Problem>(to: string, init?: Init): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/platform${to}`, init))
  const grants = async (person = 'Ada') =>
    (await ask<Grant[]>(`/grants?user_id=${made.people[person]}&_sort=grant`)).body
  const grantId = () => `${made.people.Ada}:${made.roles.clerk}`

  before('start a host with a clerk', async () => {
    host = await startTestHost({ ...(await database()), plugins: [path.join(ROOT, 'plugins/template')] })
    made = await createUsersAndRoles(host, {
      roles: [CLERK, LOOKER],
      people: { Ada: ['clerk', 'viewer'], Ben: ['clerk'], Lou: ['looker'] },
    })
  })
  after('close the host', () => host.close())

  it('are listed by person, new until they are used', async () => {
    const [clerk, viewer] = await grants()
    expect([clerk?.id, clerk?.grant, clerk?.state, clerk?.last_used_at]).to.deep.equal([
      grantId(),
      'Clerk',
      'new',
      undefined,
    ])
    expect(clerk?.unused).to.deep.equal(CLERK.permissions)
    expect(viewer?.grant).to.equal('Viewer')
  })

  it('are not used by a preview, neither those of the person who is shown nor, but for the right to look, of the person who looks', async () => {
    const values = { name: 'look', user_id: made.people.Lou, permissions: LOOKER.permissions }
    const { body } = await ask<{ secret: string }>('/tokens', { method: 'POST', json: values })
    const headers = { authorization: `Bearer ${body.secret}`, 'atrium-preview': `person=${made.people.Ben}` }
    expect((await host.request('/api/v1/template/items', { headers })).status).to.equal(200)
    const [ben] = await grants('Ben')
    expect([ben?.state, ben?.last_used_at]).to.deep.equal(['new', undefined])
    const [looker] = await grants('Lou')
    expect(looker?.unused).to.have.members(CLERK.permissions)
  })

  it('say when they were last used, also through a token, and which permissions were not', async () => {
    const values = { name: 'sync', user_id: made.people.Ada, permissions: ['template.items.view'] }
    const { body } = await ask<{ secret: string }>('/tokens', { method: 'POST', json: values })
    const headers = { authorization: `Bearer ${body.secret}` }
    expect((await host.request('/api/v1/template/items', { headers })).status).to.equal(200)
    const [clerk, viewer] = await grants()
    expect([clerk?.state, clerk?.unused]).to.deep.equal(['used', ['template.items.create']])
    expect(clerk?.last_used_at).to.be.a('string')
    expect(viewer?.state, 'a permission that two roles grant was used by both').to.equal('used')
  })

  it('are kept by name', async () => {
    const { status, body } = await ask<Grant>(`/grants/${grantId()}/keep`, { method: 'POST' })
    expect([status, body.kept_by]).to.deep.equal([200, 'Admin token'])
  })

  it('are revoked, and the others stay', async () => {
    expect((await ask(`/grants/${grantId()}/revoke`, { method: 'POST' })).status).to.equal(204)
    expect((await grants()).map(({ grant }) => grant)).to.deep.equal(['Viewer'])
  })

  it('of the last operator are not', async () => {
    const { body: all } = await ask<Grant[]>('/grants?grant=Operator')
    const { status, body } = await ask(`/grants/${all[0]?.id}/revoke`, { method: 'POST' })
    expect([status, body.code]).to.deep.equal([409, 'last_operator'])
  })

  it('that nobody has are 404', async () => {
    for (const id of ['nothing', `${made.people.Ada}:nothing`])
      expect((await ask(`/grants/${id}/keep`, { method: 'POST' })).body.code).to.equal('record_not_found')
  })

  it('are exported', async () => {
    const response = await host.request('/api/v1/platform/grants', { headers: { accept: 'text/csv' } })
    expect(await response.text()).to.match(/Ada.*Viewer/)
  })
}

describe('Grants', () => {
  describe('on SQLite', () => suite(() => Promise.resolve({})))
  describe('on PostgreSQL', () => suite(async () => ({ databaseUrl: await createPlatformDatabase() })))
})
