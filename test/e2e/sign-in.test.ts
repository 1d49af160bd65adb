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
})
