import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { type Answer, type Init, read } from '../../contract/template-host.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

const RIGHTS = ['users.view', 'users.update', 'tokens.create', 'roles.update', 'grants.view'].map(
  (each) => `platform.${each}`,
)

describe('People whom a role does not reach', () => {
  let host: TestHost
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  let headers: Record<string, string>
  const ask = async <Body = Problem>(to: string, init: Init = {}): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/${to}`, init))
  const post = <Body = Problem>(to: string, json: object = {}, own: object = { headers }) =>
    ask<Body>(to, { method: 'POST', json, ...own })

  before('start a host with somebody who manages Ada alone', async () => {
    host = await startTestHost()
    const conditions = [{ resource: 'platform_users', where: 'name=Ada' }]
    made = await createUsersAndRoles(host, {
      roles: [{ name: 'near', ...{ label: 'Near', permissions: RIGHTS, conditions } }],
      people: { Ada: ['near'], Rosa: ['near'], Mia: ['near'] },
    })
    const values = { name: 'own', user_id: made.people.Mia, permissions: RIGHTS }
    const { body } = await post<{ secret: string }>('platform/tokens', values, {})
    headers = { authorization: `Bearer ${body.secret}` }
  })
  after('close the host', () => host.close())

  it('are given no links, tokens or records, and keep their second factors, as if there were nobody', async () => {
    const attempts = (id = ''): [string, () => Promise<Answer<Problem>>][] => [
      ...['invitation', 'password-reset', 'sign-in-link', 'disable', 'plan'].map(
        (each) => [each, () => post(`platform/users/${id}/${each}`)] as [string, () => Promise<Answer<Problem>>],
      ),
      ['attributes', () => post(`platform/users/${id}/attributes`, { field: 'place', values: ['1'] })],
      ['token', () => post('platform/tokens', { name: 'x', user_id: id, permissions: ['platform.users.view'] })],
      ['methods', () => ask(`auth/people/${id}/methods`, { method: 'DELETE', headers })],
    ]
    const [of, nobody] = [attempts(made.people.Rosa), attempts('nobody')]
    for (const [at, [name, attempt]] of of.entries()) {
      const [beyond, missing] = [await attempt(), await nobody[at]![1]()]
      expect([beyond.status, beyond.body.code], name).to.deep.equal([missing.status, missing.body.code])
      expect(beyond.status, name).to.be.oneOf([404, 422])
    }
    expect((await post(`platform/users/${made.people.Ada}/invitation`)).status).to.equal(200)
  })

  it('are not named by the plan of a role or in the review of grants', async () => {
    const plan = await post<{ people: { name: string }[]; unchanged: number }>(
      `platform/roles/${made.roles.near}/plan`,
      { permissions: [] },
    )
    expect(plan.body.people.map(({ name }) => name)).to.deep.equal(['Ada'])
    const grants = await ask<{ person: string }[]>('platform/grants', { headers })
    expect(grants.body.map(({ person }) => person)).to.deep.equal(['Ada'])
    expect((await ask<{ person: string }[]>('platform/grants')).body.map(({ person }) => person)).to.include('Rosa')
  })
})
