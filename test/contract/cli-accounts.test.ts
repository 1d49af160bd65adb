import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { runAtrium } from '../helpers/run-atrium.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'

const PASSWORD = 'seven wild plum trees'

describe('npx atrium users, roles, tokens, sessions and audit', () => {
  let host: TestHost

  before('start a host', async () => {
    host = await startTestHost()
  })
  after(() => host.close())

  const atrium = (...args: string[]) => runAtrium(args, { cwd: path.dirname(host.dataDir) })
  const post = (to: string, json: object) =>
    fetch(host.url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
  const tokenOf = (url: string) => url.split('#token=')[1] ?? ''

  it('lead a person from an invitation to a role, and out again', async () => {
    const made = await atrium(
      'users',
      'create',
      'Ada',
      '--email',
      'ada@example.com',
      '--role',
      'viewer',
      '--invite',
      '--json',
    )
    expect([made.code, made.stderr]).to.deep.equal([0, ''])
    const { id, state, invitation } = made.json<{ id: string; state: string; invitation: { url: string } }>()
    expect(state).to.equal('invited')
    const accepted = await post('/api/v1/auth/links/accept', { token: tokenOf(invitation.url), password: PASSWORD })
    expect(accepted.status).to.equal(201)
    const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const me = async () => (await fetch(`${host.url}/api/v1/auth/me`, { headers: { cookie } })).status
    expect((await atrium('users', 'list')).stdout).to.match(/Ada +ada@example.com +active +viewer/)
    expect((await atrium('sessions', 'list', '--user', 'ada')).stdout).to.include('Ada')
    expect(await me()).to.equal(200)
    const signedOut = await atrium('sessions', 'sign-out', 'ada@example.com')
    expect(signedOut.stdout).to.include('[Ada] is signed out everywhere.')
    expect(await me()).to.equal(401)
    const changed = await atrium('users', 'update', 'Ada', '--role', 'editor', '--name', 'Ada Byron', '--json')
    expect(changed.json()).to.deep.include({ id, name: 'Ada Byron', roles: ['editor'] })
    const disabled = await atrium('users', 'disable', 'ada@example.com', '--json')
    expect(disabled.json()).to.include({ state: 'disabled' })
    expect((await atrium('users', 'delete', id, '--yes')).code).to.equal(0)
    const gone = await atrium('users', 'show', id)
    expect(gone.code).to.equal(1)
    expect(gone.stderr).to.include(`Nobody has the e-mail, name or id [${id}].`)
  })

  it('make a role with a condition, and say who holds it when it cannot be deleted', async () => {
    const condition = 'booking_bookings:location_id=mine'
    const made = await atrium(
      'roles',
      'create',
      'front-desk',
      '--permission',
      'booking.*',
      '--condition',
      condition,
      '--json',
    )
    expect(made.json()).to.deep.include({
      label: 'front-desk',
      conditions: [{ resource: 'booking_bookings', where: 'location_id=mine' }],
    })
    await atrium('users', 'create', 'Ben', '--role', 'front-desk')
    const refused = await atrium('roles', 'delete', 'front-desk')
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.include('1 person holds the role [front-desk].')
    await atrium('users', 'update', 'Ben', '--no-roles')
    expect((await atrium('roles', 'delete', 'front-desk')).stdout).to.include('Deleted the role [front-desk].')
    const unknown = await atrium('users', 'update', 'Ben', '--role', 'front-desk')
    expect(unknown.stderr).to.include('There is no role [front-desk].')
  })

  it('explain why somebody may not do something, and which role would change it', async () => {
    await atrium('users', 'create', 'Rosa', '--email', 'rosa@example.com', '--role', 'viewer')
    const refused = await atrium('why', 'rosa@example.com', 'platform.users.delete')
    expect([refused.code, refused.stderr]).to.deep.equal([0, ''])
    expect(refused.stdout).to.include('No: Rosa, Delete (Atrium: People).')
    expect(refused.stdout).to.include('No role of [Rosa] grants [platform.users.delete].')
    expect(refused.stdout).to.include('Roles of Rosa: Viewer (viewer).')
    expect(refused.stdout).to.include('atrium users update rosa@example.com --role viewer operator')
    const ofPath = await atrium('why', 'Rosa', '/admin/users', '--json')
    expect(ofPath.json()).to.deep.include({ permission: 'platform.users.view', reason: 'permission_missing' })
    const misspelt = await atrium('why', 'rossa@example.com', 'platform.users.delete')
    expect(misspelt.stderr).to.include('Did you mean [rosa@example.com]?')
    for (const what of [
      'people',
      'platform/users',
      `${host.url}/admin/users?_sort=name#top`,
      'x.example/office/admin/users',
    ])
      expect((await atrium('why', 'Rosa', what, '--json')).json(), what).to.include({
        permission: 'platform.users.view',
      })
    const fields = [{ resource: 'platform_users', hidden: ['email'] }]
    const values = { name: 'nameless', permissions: ['platform.users.view'], fields }
    await host.request('/api/v1/platform/roles', { method: 'POST', json: { label: 'Nameless', ...values } })
    await atrium('users', 'create', 'Olga', '--email', 'olga@example.com', '--role', 'nameless')
    const withheld = await atrium('why', 'Olga', '/admin/users')
    expect(withheld.stdout).to.include('Not shown: email. To ask why: --field <name>')
    const nowhere = await atrium('why', 'Rosa', '/operations/nothing')
    expect([nowhere.code, nowhere.stdout]).to.deep.equal([1, ''])
    expect(nowhere.stderr).to.include('[path]: No active plugin has a screen at [/operations/nothing].')
  })

  it('make a token for a service account, show it once, and revoke it', async () => {
    await atrium('users', 'create', 'Robot', '--service', '--role', 'viewer')
    const given = ['--user', 'Robot', '--permission', 'platform.shell.view', '--days', '30']
    const made = (await atrium('tokens', 'create', 'ci', ...given, '--json')).json<{ id: string; secret: string }>()
    const me = () => fetch(`${host.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${made.secret}` } })
    expect(await (await me()).json()).to.include({ kind: 'token', name: 'Robot (ci)' })
    const listed = await atrium('tokens', 'list')
    expect(listed.stdout).to.include('Robot').and.to.not.include(made.secret)
    expect((await atrium('tokens', 'revoke', made.id)).stdout).to.include('Revoked the token [ci].')
    const refused = await me()
    expect(refused.status).to.equal(401)
    expect(refused.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"')
    const more = await atrium('tokens', 'create', 'more', '--user', 'Robot', '--permission', 'clients.*')
    expect(more.stderr).to.include('[Robot] does not hold [clients.*]')
  })

  it('refuse to leave nobody who may do everything', async () => {
    const refused = await atrium('users', 'disable', 'Operator')
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.include('nobody could manage Atrium any more')
  })

  it('make a link to sign in with, for the operator if nobody is named', async () => {
    const { url } = (await atrium('sign-in-link', '--json')).json<{ url: string }>()
    const signedIn = await post('/api/v1/auth/sessions', { token: tokenOf(url) })
    expect(await signedIn.json()).to.include({ name: 'Operator' })
    expect((await post('/api/v1/auth/sessions', { token: tokenOf(url) })).status).to.equal(401)
  })

  it('make links to the host that is started next, if none runs', async () => {
    const { directory, remove } = await createTestDirectory()
    await writeFile(path.join(directory, 'panels.config.json'), '{ "panels": [] }')
    const made = await runAtrium(['users', 'create', 'Ada', '--invite'], { cwd: directory, env: { PORT: '4711' } })
    await remove()
    expect(made.stdout).to.include('http://localhost:4711/sign-in/welcome#token=').and.include('No host is running')
  })

  it('show who changed what, without secrets', async () => {
    const { stdout } = await atrium('audit', '--plugin', 'platform')
    expect(stdout).to.include('Command line').and.to.include('cli').and.to.include('Robot')
    expect(stdout).to.not.match(/atr_[\w-]{20}/)
  })
})
