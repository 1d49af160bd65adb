import { expect } from 'chai'
import { useShell } from './use-shell.ts'

describe('signing in', function () {
  this.timeout(60_000)
  const shell = useShell()

  it('works once with the printed link, and leaves no token in the address', async () => {
    const page = await shell.open('/operations/items')
    expect(page.url()).not.to.contain('token')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()

    const late = await shell.open(shell.host.signInLink ?? '', { signedIn: false })
    await late
      .getByRole('alert')
      .getByText(/already been used or has expired/)
      .waitFor()
    expect(late.url()).not.to.contain('token')
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
    await page.getByLabel('E-mail to sign in with').fill('ada@example.com')
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
    const send = async <Body>(to: string, json?: object) =>
      (await (await shell.host.request(to, { method: 'POST', ...(json && { json }) })).json()) as Body
    const values = { name: 'Ben', email: 'ben@example.com', roles: ['editor'] }
    const { id } = await send<{ id: string }>('/api/v1/platform/users', values)
    const { url } = await send<{ url: string }>(`/api/v1/platform/users/${id}/invitation`)
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

  it('helps who forgot the password, with the same words for everybody', async () => {
    const page = await shell.open('/sign-in', { signedIn: false })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Ask an operator for a link').waitFor()
  })
})
