import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { ITEMS, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PASSWORD = 'seven wild plum trees'

describe('a second step', () => {
  const shell = useShell()
  const site = () => shell.host.url.replace('127.0.0.1', 'localhost')
  const post = async <Body>(to: string, json?: object) =>
    (await (await shell.host.request(to, { method: 'POST', ...(json && { json }) })).json()) as Body

  /** A person with a password who is signed in on a page, with a device that confirms its owner by itself. */
  const signedIn = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    const { id } = await post<{ id: string }>('/api/v1/platform/users', { name, email, roles: ['editor'] })
    const { url } = await post<{ url: string }>(`/api/v1/platform/users/${id}/invitation`)
    await post('/api/v1/auth/links/accept', { token: url.split('#token=')[1], password: PASSWORD })
    const page = await shell.open(`${site()}/sign-in?next=%2Fplatform%2Faccount`, { signedIn: false })
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await enterPassword(page, email)
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    return { page, email }
  }
  const enterPassword = async (page: Page, email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }

  it('whose device and codes are lost says whom to ask, and an operator removes it on the screen of people', async () => {
    const { page, email } = await signedIn('Lotte')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const secret = Secret.fromBase32((await page.getByRole('dialog').locator('code').textContent()) ?? '')
    await page.getByLabel('Code that the app shows').fill(TOTP.generate({ secret }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have kept them' }).click()

    const other = await shell.open('/sign-in', { signedIn: false })
    await enterPassword(other, email)
    await other.getByRole('button', { name: 'Use a recovery code' }).click()
    await other.getByText('ask an operator to remove your second step').waitFor()
    expect(await violations(other)).to.deep.equal([])
    await other.getByRole('button', { name: 'Use an authenticator app' }).click()
    await other.getByLabel('Code from your authenticator app').waitFor()

    const operator = await shell.open('/admin/users')
    await operator
      .getByRole('row', { name: /Lotte/ })
      .getByRole('button', { name: /actions for Lotte/i })
      .click()
    await operator.getByRole('menuitem', { name: 'Remove second factors' }).click()
    await operator.getByRole('dialog').getByRole('button', { name: 'Remove second factors' }).click()
    await page.waitForURL('**/sign-in**')
    await other.getByRole('button', { name: 'Sign in as somebody else' }).click()
    await enterPassword(other, email)
    await other.waitForURL('**/operations/**')
  })

  it('with a passkey works over unsaved input, too', async () => {
    const { page, email } = await signedIn('Piet')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Work laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.goto(`${site()}/operations/items/create`)
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('10')
    await page.evaluate(`fetch('/api/v1/auth/sessions/current', { method: 'DELETE' })
      .then(() => document.querySelector('form button[type=submit]').click())`)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    expect(await (await shell.host.request(ITEMS)).json()).to.have.length(1)
  })
})
