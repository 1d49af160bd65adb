import { expect } from 'chai'
import type { Choice, Problem } from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { type Answer, type Init, read } from '../../contract/template-host.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

const RIGHTS = ['roles.view', 'roles.update', 'views.share', 'explain.view', 'shell.view'].map(
  (each) => `platform.${each}`,
)

describe('Roles that a role does not reach', () => {
  let host: TestHost
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  let headers: Record<string, string>
  const ask = async <Body = Problem>(to: string, init: Init = {}): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/platform/${to}`, { headers, ...init }))
  const post = <Body = Problem>(to: string, json: object, init: Init = {}) =>
    ask<Body>(to, { method: 'POST', json, ...init })
  const explain = (query: Record<string, string>) =>
    ask<Problem & { roles_that_allow: { name: string }[] }>(`explain?${new URLSearchParams(query).toString()}`)

  before('start a host with somebody who manages the role [near] alone', async () => {
    host = await startTestHost()
    const conditions = [{ resource: 'platform_roles', where: 'name=near' }]
    made = await createUsersAndRoles(host, {
      roles: [
        { name: 'near', ...{ label: 'Near', permissions: RIGHTS, conditions } },
        { name: 'far', ...{ label: 'Far', permissions: ['platform.jobs.view'] } },
      ],
      people: { Mia: ['near'] },
    })
    const token = { name: 'own', user_id: made.people.Mia, permissions: RIGHTS }
    const { body } = await post<{ secret: string }>('tokens', token, { headers: {} })
    headers = { authorization: `Bearer ${body.secret}` }
  })
  after('close the host', () => host.close())

  it('are not offered as choices, in role forms and for views', async () => {
    for (const choices of ['choices/roles', 'view-roles']) {
      const { body } = await ask<Choice[]>(choices)
      expect(
        body.map(({ label }) => label),
        choices,
      ).to.deep.equal(['Near'])
      expect((await ask<Choice[]>(choices, { headers: {} })).body.length, choices).to.be.greaterThan(1)
    }
  })

  it('are given no views and no plans, as if there were no such role', async () => {
    const share = async (role_id: string | undefined) => {
      const { status, body } = await post('views', { list: 'a/b', name: 'x', query: '', audience: 'role', role_id })
      return [status, body.code]
    }
    expect(await share(made.roles.near)).to.deep.equal([201, undefined])
    expect(await share(made.roles.far)).to.deep.equal(await share('nothing'))
    const plan = async (id: string | undefined) => (await post(`roles/${id}/plan`, { permissions: [] })).body.code
    expect(await plan(made.roles.near)).to.equal(undefined)
    expect([await plan(made.roles.far), await plan('nothing')]).to.deep.equal(['record_not_found', 'record_not_found'])
  })

  it('are neither explained nor proposed', async () => {
    const [far, nothing] = [made.roles.far ?? '', 'nothing']
    const about = async (role: string) => {
      const { status, body } = await explain({ role, permission: 'platform.jobs.view' })
      return [status, body.detail?.replace(role, 'X')]
    }
    expect(await about(far)).to.deep.equal(await about(nothing))
    const { body } = await explain({ person: made.people.Mia ?? '', permission: 'platform.jobs.view' })
    expect(body.roles_that_allow).to.deep.equal([])
  })
})
