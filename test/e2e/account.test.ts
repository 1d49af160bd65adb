import { expect } from 'chai'
import type { Page, WebSocketRoute } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { until } from '../helpers/until.ts'
import { isQuiet, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'a long walk along the river'

describe('one’s own account', () => {
  const shell = useShell()
  /** The address with a name, at which browsers allow passkeys. */
  const site = () => shell.host.url.replace('127.0.0.1', 'localhost')

  /** A window with a device that makes passkeys and confirms its owner by itself. */
  const openWithDevice = async () => {
    const page = await shell.open(`${site()}/sign-in`, { signedIn: false })
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    return page
  }
  const enterPassword = async (page: Page) => {
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
  }

  before('give the operator a password', async () => {
    const page = await shell.open('/operations/items')
    const body = { email: EMAIL, password: PASSWORD }
    await page.evaluate(
      `fetch('/api/v1/auth/password', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify(body)}' })`,
    )
  })

  it('gets a passkey, which signs in without a password and as the second step', async () => {
    const page = await openWithDevice()
    await enterPassword(page)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.press('Enter')
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await add.and(page.locator(':focus')).waitFor()
    await add.click()
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Work laptop')
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await until('ten recovery codes', async () => (await codes.count()) === 10)
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop').waitFor()

    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/operations/**')
    await signOut(page)
    await enterPassword(page)
    await page.getByRole('heading', { name: 'One more step, Operator' }).waitFor()
    await page.goto(`${site()}/operations/items`)
    await page.getByRole('heading', { name: 'One more step, Operator' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/operations/items')

    await page.goto(`${site()}/platform/account`)
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByText('Passkey “Work laptop” removed').waitFor()
  })

  it('gets an authenticator app with the keyboard alone, whose code is asked for after the password', async () => {
    const page = await shell.open('/platform/account')
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    await page.getByText('Passkeys can be added at http://localhost').waitFor()
    await page.getByRole('button', { name: 'Set up an app' }).focus()
    await page.keyboard.press('Enter')
    const key = await page.getByRole('dialog').locator('code').textContent()
    const secret = Secret.fromBase32(key ?? '')
    expect(await violations(page)).to.deep.equal([])
    await page.getByLabel('Code that the app shows').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText('This is not the code that your app shows now').waitFor()
    await page.getByLabel('Code that the app shows').fill(TOTP.generate({ secret }))
    await page.keyboard.press('Enter')
    const first = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent()
    await page.getByRole('button', { name: 'I have kept them' }).press('Enter')
    await page.getByText('10 codes are left.').waitFor()

    const other = await shell.open('/sign-in', { signedIn: false })
    await enterPassword(other)
    await other.getByLabel('Code from your authenticator app').waitFor()
    await other.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
    await other.locator('input:focus').waitFor()
    await other.keyboard.type(first ?? '')
    await other.keyboard.press('Enter')
    await other.waitForURL('**/operations/**')

    await page.reload()
    await page.getByText('9 codes are left.').waitFor()
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await until('both sessions', async () => (await sessions.count()) > 1)
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter')
    await page.getByText('Signed out everywhere else').waitFor()
    await other.goto('/operations/items')
    await other.waitForURL('**/sign-in?next=*')
    await page.getByRole('button', { name: 'Remove the app' }).press('Enter')
    await page.getByText('Authenticator app removed').waitFor()
  })

  it('keeps the key of an authenticator app while its code is typed, also if everything else is read again', async () => {
    const page = await shell.open('about:blank')
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
      const run = sockets.push(socket)
      const server = socket.connectToServer()
      server.onMessage((text) => socket.send(String(text).replace(/"instance":"[^"]*"/, `"instance":"${run}"`)))
    })
    await page.goto('/platform/account')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByLabel('Code that the app shows').fill('123')
    const key = await page.getByRole('dialog').locator('code').textContent()
    await isQuiet(page)
    const again = page.waitForRequest('**/api/v1/auth/me')
    await sockets.at(-1)?.close({ code: 1012 })
    await again
    await isQuiet(page)
    expect(await page.getByRole('dialog').locator('code').textContent()).to.equal(key)
  })

  it('keeps language, time zone and theme, which every other device shows at once after signing in', async () => {
    const browser = { locale: 'en-US', timezoneId: 'America/New_York', colorScheme: 'light' } as const
    const item = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/platform/account', browser)
    const choose = async (label: string, typed: string, option: string) => {
      await page.getByRole('combobox', { name: label }).focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: option }).waitFor()
      await page.keyboard.press('ArrowDown')
      const saved = page.waitForResponse(
        (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/v1/auth/me') && answer.ok(),
      )
      await page.keyboard.press('Enter')
      await saved
    }
    await choose('Time zone', 'Auckland', 'Pacific/Auckland')
    await choose('Theme', 'Dark', 'Dark')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await choose('Language, dates and numbers', 'Österreich', 'Deutsch (Österreich)')
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    expect(await violations(page)).to.deep.equal([])

    const other = await shell.open('/operations/items', browser)
    const created = other.locator('tbody tr', { hasText: 'Oak lamp' }).locator('time')
    const { created_at } = (await shell.item(item.id)) as unknown as { created_at: string }
    const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' } as const
    const expected = await other.evaluate(
      `new Intl.DateTimeFormat('de-AT', ${JSON.stringify(options)}).format(new Date('${created_at}'))`,
    )
    await until('the time in Auckland', async () => (await created.getAttribute('title')) === expected)
    expect(await created.textContent()).to.match(/jetzt|vor/)
    await other.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.evaluate(
      `fetch('/api/v1/auth/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"locale":null,"time_zone":null,"theme":null}' })`,
    )
    await shell.removeAll()
  })

  it('names the buttons of two sessions of the same device differently', async () => {
    for (const other of [
      await shell.open('/sign-in', { signedIn: false }),
      await shell.open('/sign-in', { signedIn: false }),
    ]) {
      await enterPassword(other)
      await other.waitForURL('**/operations/**')
    }
    const page = await shell.open('/platform/account')
    const ends = page.getByRole('list', { name: 'Sessions' }).getByRole('button')
    await until('the buttons of both', async () => (await ends.count()) > 1)
    const names = await Promise.all((await ends.all()).map((each) => each.getAttribute('aria-label')))
    expect(new Set(names).size, names.join(' | ')).to.equal(names.length)
  })

  it('reads well in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await shell.open('/platform/account', { colorScheme })
      await page.getByRole('heading', { level: 2, name: 'Where you are signed in' }).waitFor()
      expect(await violations(page), colorScheme).to.deep.equal([])
    }
  })
})
