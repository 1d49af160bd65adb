import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import path from 'node:path'
import { read, type Answer, type Init } from '../../contract/template-host.ts'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

interface Change {
  readonly name: string
  readonly gains: readonly string[]
  readonly loses: readonly string[]
  readonly limits: readonly { resource: string; permissions: readonly string[]; before: unknown; after: unknown }[]
}

interface Plan {
  readonly people: readonly Change[]
  readonly unchanged: number
}

const ROOT = path.resolve(import.meta.dirname, '../../..')
const CLERK = { name: 'clerk', label: 'Clerk', permissions: ['template.items.view', 'template.items.create'] }

describe('A plan', () => {
  let host: TestHost
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  const ask = async <Body = Problem>(to: string, init?: Init): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/platform${to}`, init))
  const plan = async (to: string, json: object) => (await ask<Plan>(`${to}/plan`, { method: 'POST', json })).body

  before('start a host with two clerks', async () => {
    host = await startTestHost({ plugins: [path.join(ROOT, 'plugins/template')] })
    made = await createUsersAndRoles(host, { roles: [CLERK], people: { Ada: ['clerk'], Ben: ['clerk', 'viewer'] } })
  })
  after('close the host', () => host.close())

  it('of a role says who gains and who loses which permission, and changes nothing', async () => {
    const { people, unchanged } = await plan(`/roles/${made.roles.clerk}`, {
      permissions: ['template.items.create', 'template.items.delete'],
    })
    const told = people.map(({ name, gains, loses }) => ({ name, gains, loses }))
    expect(told).to.deep.equal([
      { name: 'Ada', gains: ['template.items.delete'], loses: ['template.items.view'] },
      { name: 'Ben', gains: ['template.items.delete'], loses: [] },
    ])
    expect(unchanged).to.equal(0)
    expect((await plan(`/roles/${made.roles.clerk}`, {})).people).to.deep.equal([])
  })

  it('of a role says whose permissions reach fewer records or fields', async () => {
    const { people, unchanged } = await plan(`/roles/${made.roles.clerk}`, {
      conditions: [{ resource: 'template_items', where: 'status=active' }],
      fields: [{ resource: 'template_items', hidden: ['price'] }],
    })
    const after = [{ where: 'status=active', hidden: ['price'], read_only: [] }]
    const limit = (...permissions: string[]) => ({ resource: 'template_items', permissions, before: null, after })
    expect(people.map(({ name, limits }) => [name, limits])).to.deep.equal([
      ['Ada', [limit('template.items.create', 'template.items.view')]],
      ['Ben', [limit('template.items.create')]],
    ])
    expect(unchanged, 'Ben still sees all items as a viewer').to.equal(0)
  })

  it('of a person says what another role, or being disabled, would give and take', async () => {
    const withoutRoles = await plan(`/users/${made.people.Ada}`, { roles: [] })
    expect(withoutRoles.people[0]?.loses).to.deep.equal(['template.items.create', 'template.items.view'])
    const disabled = await plan(`/users/${made.people.Ada}`, { disabled: true })
    expect(disabled).to.deep.equal(withoutRoles)
    const { people } = await plan(`/users/${made.people.Ada}`, { roles: [made.roles.clerk, 'viewer'] })
    expect(people[0]?.gains).to.include('template.info.view')
    expect(people[0]?.loses).to.deep.equal([])
  })

  it('names a role that does not exist', async () => {
    const { status, body } = await ask(`/users/${made.people.Ada}/plan`, { method: 'POST', json: { roles: ['pilot'] } })
    expect([status, body.code]).to.deep.equal([404, 'record_not_found'])
    expect(body.detail).to.contain('[pilot]')
  })
})
