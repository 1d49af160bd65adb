import { expect } from 'chai'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { isQuiet, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

/** A plugin that notifies whoever is signed in. */
const FLEET = {
  'src/index.ts': `
import { Type } from '@atrium/sdk'
export function register_routes(routes, { notifications }) {
  routes.post('/tell', { permission: 'fleet.vans.tell', body: Type.Object({}, { additionalProperties: true }) }, async ({ body, caller }) => {
    const { times, ...notification } = body
    for (let time = 1; time <= times; time += 1) await notifications.send({ to: { user: caller.id }, title: 'Van ' + time, ...notification })
  })
}`,
}

const CSV = 'Family name,E-mail\nHopper,grace@example.com\nLovelace,ada@example.com\nTuring,not an address\n'
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

describe('notifications in the shell', () => {
  const shell = useShell(async () => {
    const { directory } = await createPluginDirectory(FLEET)
    return { plugins: [path.resolve(import.meta.dirname, '../../plugins/clients'), directory] }
  })
  const bell = (page: Page, unread: number) =>
    page
      .getByRole('button', { name: unread === 0 ? /^Notifications$/ : `Notifications, ${unread} unread` })
      .filter({ visible: true })
  const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
  /** Sends a request as the person of the window, but not through its page, so that nothing on it watches. */
  const send = async (page: Page, to: string, given: object) => {
    const answer = await page.request.post(to, { headers: { origin: new URL(page.url()).origin }, ...given })
    expect(answer.ok(), await answer.text()).to.equal(true)
  }
  const startImport = (page: Page) => {
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }
    return send(page, '/api/v1/clients/imports', { multipart: { file } })
  }

  it('tell of an import that has ended, lead to its report, and are read in every window', async () => {
    const phone = await shell.open('/operations/clients', PHONE)
    const page = await shell.open('/operations/clients')
    await bell(page, 0).waitFor()
    await startImport(page)
    await bell(page, 1).waitFor()
    await bell(phone, 1).waitFor()
    await page.getByText('2 clients imported, 1 line failed').last().waitFor()
    const announced = page
      .getByRole('status')
      .filter({ hasText: 'New notification: 2 clients imported, 1 line failed' })
    await announced.waitFor({ state: 'attached' })

    await page.keyboard.press('Alt+KeyN')
    const panel = panelOf(page)
    // Midnight may pass on the way.
    await panel.getByRole('heading', { name: /^(Today|Yesterday)$/ }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await bell(page, 1).click()
    const entry = panel.getByRole('link', { name: /Unread. Warning: 2 clients imported/ })
    await entry.waitFor()
    await panel.locator(':focus').waitFor()
    await page.keyboard.press('ArrowDown')
    await entry.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operations/client-imports/*')
    await page.getByRole('heading', { name: 'people.csv' }).waitFor()
    await panel.waitFor({ state: 'detached' })
    await bell(page, 0).waitFor()
    await bell(phone, 0).waitFor()
  })

  it('are paged, marked as read and deleted on a phone, in both themes', async () => {
    const page = await shell.open('/operations/clients', PHONE)
    await bell(page, 0).click()
    await panelOf(page).getByRole('button', { name: 'Close' }).click()
    await send(page, '/api/v1/fleet/tell', { data: { times: 24, level: 'success', body: 'It is on its way.' } })
    await bell(page, 24).click()
    const panel = panelOf(page)
    const entries = panel.getByRole('listitem')
    await until('the first page', async () => (await entries.count()) === 20)
    await panel.getByRole('button', { name: 'Show earlier' }).click()
    await until('all of them', async () => (await entries.count()) >= 24)
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
    expect(await violations(page)).to.deep.equal([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page)).to.deep.equal([])

    await panel.getByRole('button', { name: 'Delete: Van 24' }).click()
    // The others move up then, which must not happen while the next one is pressed.
    await panel.getByRole('button', { name: 'Delete: Van 24' }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Mark as read: Van 23' }).click()
    await panel.getByRole('button', { name: 'Mark as unread: Van 23' }).waitFor()
    await panel.getByRole('button', { name: 'Unread only' }).click()
    await until('the unread ones', async () => (await entries.first().textContent())?.includes('Van 22') === true)
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await panel.getByText('Nothing unread').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await bell(page, 0).waitFor()
  })

  it('are deleted one by one, also with a double click', async () => {
    const page = await shell.open('/operations/clients')
    await send(page, '/api/v1/fleet/tell', { data: { times: 3, body: 'Twice.' } })
    await bell(page, 3).waitFor()
    await page.keyboard.press('Alt+KeyN')
    const entries = panelOf(page).getByRole('listitem').filter({ hasText: 'Twice.' })
    let count = 0
    page.on('request', (request) => (count += request.method() === 'DELETE' ? 1 : 0))
    await entries.first().getByRole('button', { name: 'Delete' }).dblclick()
    await until('two of them', async () => (await entries.count()) === 2)
    await isQuiet(page)
    expect(count).to.equal(1)
  })

  it('stay closed if that is what the keys asked for last', async () => {
    const page = await shell.open('about:blank')
    const letGo = await holdBack(page, 'GET', '/notification-panel*.js')
    await page.goto('/operations/clients')
    await bell(page, 2).waitFor()
    for (const key of ['Alt+KeyN', 'Escape']) await page.keyboard.press(key)
    await letGo()
    await isQuiet(page)
    expect(await panelOf(page).count()).to.equal(0)
    await page.keyboard.press('Alt+KeyN')
    await panelOf(page).getByRole('button', { name: 'Mark all as read' }).click()
    await bell(page, 0).waitFor()
  })

  it('are not counted for the end of work that is on screen, and keep what failed in the tab', async () => {
    const page = await shell.open('/operations/client-imports')
    await page.getByRole('button', { name: 'Import clients' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'watched.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await dialog.getByRole('button', { name: 'Import clients' }).click()
    await page.getByRole('dialog', { name: '2 clients imported, 1 line failed' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await bell(page, 0).waitFor()

    await page.route('**/api/v1/platform/notifications/*/unread', (route) => route.abort())
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search' }).fill('notifications')
    await page.getByRole('option', { name: 'Open notifications' }).click()
    const panel = panelOf(page)
    await panel
      .getByRole('button', { name: /^Mark as unread: 2 clients imported/ })
      .first()
      .click()
    const failed = panel.getByRole('region', { name: 'Failed in this tab' })
    await failed.getByRole('listitem').waitFor()
    await failed.getByRole('button', { name: 'Clear' }).click()
    await failed.waitFor({ state: 'detached' })
  })
})
