import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import { findFreePort } from '../helpers/find-free-port.ts'
import { CLIENT, startProvider, type TestProvider } from '../helpers/identity-provider.ts'
import { until } from '../helpers/until.ts'
import { TEMPLATE, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PASSWORD = 'seven wild plum trees'

describe('signing in', () => {
  let provider: TestProvider
  const options = async () => {
    const port = await findFreePort()
    provider = await startProvider(`http://localhost:${port}/api/v1/auth/oidc/company/callback`)
    const company = { title: 'Example Ltd', issuer: provider.issuer, client_id: CLIENT.client_id }
    return { plugins: [TEMPLATE], port, providers: { company }, oidcSecrets: { company: CLIENT.client_secret } }
  }
  const shell = useShell(options, { onPage: true })
  const post = async <Body>(to: string, json?: object) =>
    (await (await shell.host.request(to, { method: 'POST', ...(json && { json }) })).json()) as Body

  /** A person with a password, whose role requires more. */
  const personWith = async (name: string, required: object) => {
    const role = { name: name.toLowerCase(), label: name, permissions: ['template.*.*'], ...required }
    const { id: role_id } = await post<{ id: string }>('/api/v1/platform/roles', role)
    const email = `${name.toLowerCase()}@example.com`
    const { id } = await post<{ id: string }>('/api/v1/platform/users', { name, email, roles: ['editor'] })
    const { url } = await post<{ url: string }>(`/api/v1/platform/users/${id}/invitation`)
    await post('/api/v1/auth/links/accept', { token: url.split('#token=')[1], password: PASSWORD })
    const user = `/api/v1/platform/users/${id}`
    const patched = await shell.host.request(user, { method: 'PATCH', json: { roles: ['editor', role_id] } })
    expect(patched.status).to.equal(200)
    return email
  }

  it('works once with the printed link, leaves no token in the address, and takes another link in the same tab', async () => {
    const page = await shell.open('/operations/items')
    expect(page.url()).not.to.contain('token')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()

    const late = await shell.open(shell.host.signInLink ?? '', { signedIn: false })
    await late
      .getByRole('alert')
      .getByText(/already been used or has expired/)
      .waitFor()
    expect(late.url()).not.to.contain('token')

    const [operator] = (await (await shell.host.request('/api/v1/platform/users?_end=1')).json()) as [{ id: string }]
    const { url } = await post<{ url: string }>(`/api/v1/platform/users/${operator.id}/sign-in-link`)
    await late.goto(url)
    await late.waitForURL('**/operations/items')
  })

  it('is not asked of somebody who is signed in already', async () => {
    const page = await shell.open('/sign-in?next=%2Foperations%2Fitems%3Fq%3Doak')
    await page.waitForURL('**/operations/items?q=oak')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
  })

  it('is required on every screen, and continues to the requested screen', async () => {
    const page = await shell.open('/operations/items?q=oak', { signedIn: false })
    await page.waitForURL('**/sign-in?next=*')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('E-mail and password do not match').waitFor()
  })

  it('works with e-mail and password once they are set, until one signs out', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Set password' }).click()
    const email = page.getByLabel('E-mail to sign in with')
    await email.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Account/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Set password' }).click()
    await email.and(page.locator(':focus')).waitFor()
    await email.fill('ada@example.com')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('dialog').getByText('At least 12 characters').waitFor()
    await page.getByLabel('New password').fill('a long walk along the river')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Password set').waitFor()

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')

    await page.goto('/operations/items?q=oak')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long walk along the river')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/operations/items?q=oak')
  })

  it('begins with an invitation: a name, a password, and one is in', async () => {
    const values = { name: 'Ben', email: 'ben@example.com', roles: ['editor'] }
    const { id } = await post<{ id: string }>('/api/v1/platform/users', values)
    const { url } = await post<{ url: string }>(`/api/v1/platform/users/${id}/invitation`)
    const address = shell.host.url + new URL(url).pathname + new URL(url).hash

    const page = await shell.open(address, { signedIn: false })
    await page.getByRole('heading', { name: 'Welcome, Ben' }).waitFor()
    expect(page.url()).not.to.contain('token')
    await page.getByLabel('Your name').fill('Ben Byron')
    await page.getByLabel('Password', { exact: true }).fill('ben@example.com')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('This password is easy to guess').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('seven wild plum trees')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: /^Account.*Ben Byron/ }).waitFor()

    const late = await shell.open(address, { signedIn: false })
    await late.getByRole('alert').getByText('This link has already been used or has expired.').waitFor()
  })

  it('refuses a password in the language of the browser, though nobody has signed in yet', async () => {
    const { id } = await post<{ id: string }>('/api/v1/platform/users', { name: 'Uta', email: 'uta@example.com' })
    const { url } = await post<{ url: string }>(`/api/v1/platform/users/${id}/invitation`)
    const address = shell.host.url + new URL(url).pathname + new URL(url).hash
    const page = await shell.open(address, { signedIn: false, locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Willkommen, Uta' }).waitFor()
    await page.getByLabel('Passwort', { exact: true }).fill('uta@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('Dieses Passwort ist leicht zu erraten').waitFor()
  })

  it('leads a person whose role requires a second factor to set up an app, with the keyboard alone', async () => {
    const email = await personWith('Cara', { second_factor: 'required' })
    const page = await shell.open('/sign-in', { signedIn: false })
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Your role requires more than a password').waitFor()
    const key = await page.locator('code').textContent()
    expect(await violations(page)).to.deep.equal([])
    await page.getByLabel('Code that the app shows').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(TOTP.generate({ secret: Secret.fromBase32(key ?? '') }))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await until('ten recovery codes', async () => (await codes.count()) === 10)
    const first = (await codes.first().textContent()) ?? ''
    expect(await violations(page)).to.deep.equal([])
    const hasFocus = () => page.locator('button:focus', { hasText: 'I have kept them' }).count()
    for (let steps = 0; steps < 10 && (await hasFocus()) === 0; steps++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operations/**')
    await page.goto('/platform/account')
    await page.getByText('10 codes are left.').waitFor()
    expect(await page.content(), 'shown once').not.to.include(first)
  })

  it('leads a person whose role requires a passkey to add one', async () => {
    const email = await personWith('Dora', { sign_in_with: 'passkey' })
    const page = await shell.open(`${shell.host.url.replace('127.0.0.1', 'localhost')}/sign-in`, { signedIn: false })
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await add.press('Enter')
    await page.getByRole('button', { name: 'I have kept them' }).press('Enter')
    await page.waitForURL('**/operations/**')
  })

  it('works with the account of the organization, and says so if the provider knows nobody here', async () => {
    const email = await personWith('Emil', { sign_in_with: 'oidc' })
    provider.accounts.emil = { email, email_verified: true, name: 'Emil' }
    provider.accounts.eve = { email: 'eve@example.com', email_verified: true, name: 'Eve' }
    const page = await shell.open('/operations/items?q=oak', { signedIn: false })
    const button = page.getByRole('link', { name: 'Sign in with Example Ltd' })
    await button.waitFor()
    expect(await violations(page)).to.deep.equal([])
    provider.current = 'eve'
    await button.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await violations(page)).to.deep.equal([])
    provider.current = 'emil'
    const other = await shell.open('/operations/items?q=oak', { signedIn: false })
    await other.getByRole('link', { name: 'Sign in with Example Ltd' }).press('Enter')
    await other.waitForURL('**/operations/items?q=oak')
    await other.getByRole('button', { name: /^Account.*Emil/ }).waitFor()
  })

  it('helps who forgot the password, with the same words for everybody', async () => {
    const page = await shell.open('/sign-in', { signedIn: false })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Ask an operator for a link').waitFor()
  })
})
