import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { read } from '../../contract/template-host.ts'
import { type HostileProvider, startHostileProvider } from '../../helpers/hostile-provider.ts'
import { RedirectFollower } from '../../helpers/identity-provider.ts'

interface Entry {
  readonly action: string
  readonly person: string
  readonly origin: string
  readonly record_id?: string
  readonly changes: readonly { field: string; from?: string; to?: string }[]
}

describe('What an identity provider changes', () => {
  let host: TestHost
  let provider: HostileProvider
  before('start a host', async () => {
    provider = await startHostileProvider()
    const roles = { claim: 'groups', map: { staff: ['editor'], guests: ['viewer'] } }
    const company = { title: 'Company', issuer: provider.issuer, client_id: 'atrium', create: true, roles }
    host = await startTestHost({ providers: { company } })
  })
  after('close the host', () => host.close())

  const visit = async (groups: string) => {
    provider.claims = { sub: 'ada', name: 'Ada', email: 'ada@example.org', email_verified: true, groups }
    const origin = host.url.replace('127.0.0.1', 'localhost')
    const isHome = (at: URL) => !at.pathname.startsWith('/api/') && at.origin === origin
    return (await new RedirectFollower().follow(`${origin}/api/v1/auth/oidc/company`, isHome)).pathname
  }

  it('is in the audit log and in the history of the person, as are their sign-ins', async () => {
    expect([await visit('staff'), await visit('guests')]).to.deep.equal(['/', '/'])
    const { body: log } = await read<Entry[]>(await host.request('/api/v1/platform/audit?_sort=id&_order=asc'))
    const id = log[0]?.record_id
    expect(log.map(({ action, person, origin }) => [action, person, origin])).to.deep.equal([
      ['Create a user', 'Company', 'system'],
      ['Change a user', 'Company', 'system'],
      ['Sign in with the account of an identity provider', 'Ada', 'token'],
      ['Change a user', 'Company', 'system'],
      ['Sign in with the account of an identity provider', 'Ada', 'token'],
    ])
    expect(log[0]?.changes.map(({ field, to }) => [field, to])).to.deep.include(['email', 'ada@example.org'])
    expect(log[3]?.changes).to.deep.equal([{ field: 'roles', from: '["editor"]', to: '["viewer"]' }])
    const { body: history } = await read<Entry[]>(await host.request(`/api/v1/platform/users/${id}/history`))
    expect(history.map(({ action }) => action)).to.deep.equal(['Change a user', 'Change a user', 'Create a user'])
    expect(JSON.stringify(log)).not.to.match(/state=|code=/)
  })
})
