import type { MappingPlan } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { read } from '../../contract/template-host.ts'
import { findFreePort } from '../../helpers/find-free-port.ts'
import { CLIENT, RedirectFollower, startProvider, type TestProvider } from '../../helpers/identity-provider.ts'
import { runAtrium } from '../../helpers/run-atrium.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

describe('The plan for a mapping of groups to roles', () => {
  let host: TestHost
  let provider: TestProvider
  let company: object
  const PRESENT = { claim: 'groups', map: { staff: ['viewer'] } }
  const plan = async (roles: object | null) =>
    (
      await read<MappingPlan>(
        await host.request('/api/v1/platform/sign-in/company/plan', { method: 'POST', json: { roles } }),
      )
    ).body
  const rolesOf = async (name: string) => {
    const people = (await (await host.request('/api/v1/platform/users')).json()) as { name: string; roles: string[] }[]
    return people.find((person) => person.name === name)?.roles
  }
  const visit = async (account: string) => {
    provider.current = account
    const isHome = (at: URL) =>
      at.origin === new URL(host.url).origin.replace('127.0.0.1', 'localhost') && at.pathname === '/'
    await new RedirectFollower().follow(
      `${host.url.replace('127.0.0.1', 'localhost')}/api/v1/auth/oidc/company`,
      isHome,
    )
  }

  before('start a host at which two of three people have signed in', async () => {
    // The provider must know the address of the host before the host starts.
    const port = await findFreePort()
    provider = await startProvider(`http://localhost:${port}/api/v1/auth/oidc/company/callback`)
    const email = (name: string) => ({ email: `${name}@example.org`, email_verified: true, name })
    provider.accounts.ada = { ...email('Ada'), groups: ['staff'] }
    provider.accounts.ben = { ...email('Ben'), groups: ['guests'] }
    company = { title: 'Company', issuer: provider.issuer, client_id: CLIENT.client_id, create: true }
    const secrets = { oidcSecrets: { company: CLIENT.client_secret } }
    host = await startTestHost({ port, ...secrets, providers: { company: { ...company, roles: PRESENT } } })
    await visit('ada')
    await visit('ben')
  })
  after('close the host', () => host.close())

  it('says who would gain and lose what at the next sign-in, by the groups that are known, and changes nothing', async () => {
    const { people, unchanged, unknown } = await plan({
      claim: 'groups',
      map: { staff: [], guests: ['viewer'], boss: ['viewer'] },
    })
    expect(people.map(({ name, gains, loses }) => [name, gains.length > 0, loses.length > 0])).to.deep.equal([
      ['Ada', false, true],
      ['Ben', true, false],
    ])
    expect([unchanged, unknown]).to.deep.equal([0, []])
    expect(await rolesOf('Ada')).to.deep.equal(['viewer'])
  })

  it('changes nothing for anybody if the mapping is the present one, or is removed: roles that it does not name stay', async () => {
    expect((await plan(PRESENT)).people).to.deep.equal([])
    expect((await plan(null)).people).to.deep.equal([])
  })

  it('names the people whose groups nobody knows by this claim, and roles that do not exist', async () => {
    const { people, unknown, roles_missing } = await plan({ claim: 'departments', map: { sales: ['seller'] } })
    expect(people).to.deep.equal([])
    expect(unknown.map(({ name }) => name)).to.deep.equal(['Ada', 'Ben'])
    expect(roles_missing).to.deep.equal(['seller'])
  })

  it('is what `atrium roles plan` prints for a changed copy of the configuration', async () => {
    const roles = { claim: 'groups', map: { staff: [], guests: ['viewer'] } }
    const file = path.join(path.dirname(host.dataDir), 'draft.json')
    const panels = [{ id: 'operations', title: 'Operations' }]
    await writeFile(file, JSON.stringify({ panels, sign_in: { providers: { company: { ...company, roles } } } }))
    const args = ['roles', 'plan', file, '--url', host.url, '--token', host.token]
    const { code, stdout, stderr } = await runAtrium(args, { cwd: ROOT })
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/^company: at the next sign-in/)
    expect(stdout).to.match(/Ada\n {2}- [^]*Ben\n {2}\+ /)
  })
})
