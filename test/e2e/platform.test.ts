import path from 'node:path'
import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { TEMPLATE, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const BOOKING = path.resolve(TEMPLATE, '../booking')
const CLIENTS = path.resolve(TEMPLATE, '../clients')
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 800 } }

describe("the platform's own screens", () => {
  const shell = useShell(async () => ({ plugins: [TEMPLATE, CLIENTS, BOOKING] }))
  const ask = async <Body>(to: string, init: Parameters<typeof shell.host.request>[1] = {}) =>
    (await (await shell.host.request(to, init)).json()) as Body
  const post = <Body>(to: string, json: object) => ask<Body>(to, { method: 'POST', json })
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  for (const [theme, options] of [
    ['light', {}],
    ['dark at 390 px', PHONE],
  ] as const) {
    it(`break no rule of accessibility, ${theme}`, async () => {
      const { id: role } = await post<{ id: string }>('/api/v1/platform/roles', {
        ...{ name: `desk-${options === PHONE ? 'phone' : 'wide'}`, label: 'Front desk' },
        permissions: ['booking.bookings.view', 'fleet.vans.view'],
        conditions: [{ resource: 'booking_bookings', where: 'specialist_id=mine' }],
        fields: [{ resource: 'clients_clients', hidden: ['notes'] }],
      })
      const page = await shell.open('/admin/users', options)
      for (const [to, title] of [
        ['/admin/users', 'People'],
        ['/admin/roles', 'Roles'],
        [`/admin/roles/${role}`, 'Front desk'],
        [`/admin/roles/${role}/edit`, 'Edit Front desk'],
        ['/admin/suggested-roles', 'Suggested roles'],
        ['/admin/grants', 'Access review'],
        ['/admin/tokens/create', 'New token'],
        ['/admin/sessions', 'Sessions'],
        ['/admin/jobs', 'Jobs'],
        ['/admin/plugins', 'Plugins'],
        ['/admin/audit', 'Audit log'],
      ] as const) {
        await page.goto(to)
        await heading(page, title)
        await page.waitForLoadState('networkidle')
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${theme.slice(0, 4)}${to.replaceAll('/', '-').replace(role, 'role')}.png`,
            fullPage: true,
          })
        expect(await violations(page), to).to.deep.equal([])
        const wider = await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)
        expect(wider, `${to} scrolls sideways`).to.equal(false)
      }
    })
  }

  it('name what a role may see and its limits in the words of its form, in the language of the person', async () => {
    const { id } = await post<{ id: string }>('/api/v1/platform/roles', {
      ...{ name: 'desk-words', label: 'Front desk' },
      permissions: ['clients.clients.view', 'fleet.vans.view'],
      conditions: [{ resource: 'booking_bookings', where: 'specialist_id=mine' }],
      fields: [{ resource: 'clients_clients', hidden: ['birth_date'] }],
    })
    const page = await shell.open(`/admin/roles/${id}`, { locale: 'de-DE' })
    for (const words of [
      'Sehen (Kunden: Kunden)',
      'Geburtsdatum',
      'Fachkraft ist eine der Personen',
      'fleet.vans.view',
    ])
      await page.getByText(words, { exact: true }).waitFor()
  })

  it('offer in an open form of a role what a plugin declares as soon as it is active', async () => {
    const page = await shell.open('/admin/roles/create')
    const items = page.getByText('Template: Items', { exact: true })
    await items.waitFor()
    await shell.host.request('/api/v1/plugins/template/deactivate', { method: 'POST' })
    await items.waitFor({ state: 'detached' })
    await shell.host.request('/api/v1/plugins/template/activate', { method: 'POST' })
    await items.waitFor()
  })

  it('list plugins with what can be done with them, as the screen of the shell does that works without a panel', async () => {
    const page = await shell.open('/admin/plugins')
    await page.getByRole('link', { name: 'Audit log' }).waitFor()
    await page.getByRole('button', { name: 'Deactivate Clients' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Dependencies' }).waitFor()
  })

  it('say who gains and loses what before a role is saved', async () => {
    const role = await post<{ id: string }>('/api/v1/platform/roles', {
      ...{ name: 'clerk', label: 'Clerk', permissions: ['template.items.view', 'template.items.create'] },
    })
    await post('/api/v1/platform/users', { name: 'Ada', roles: [role.id] })
    const page = await shell.open(`/admin/roles/${role.id}/edit`)
    await page.getByLabel(/template\.items\.create/).uncheck()
    await page.getByLabel(/template\.items\.delete/).check()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const answer = await holdBack(page, 'POST', `/roles/${role.id}/plan`)
    await save.press('Enter')
    // What is asked about is what is saved.
    await page.getByLabel(/template\.items\.update/).click({ force: true })
    expect(await page.getByLabel(/template\.items\.update/).isChecked()).to.equal(false)
    await answer()
    const dialog = page.getByRole('dialog', { name: 'This changes what people may do' })
    const told = (what: string) => dialog.getByRole('group', { name: what }).getByRole('listitem')
    await told('Gains').filter({ hasText: 'Delete template.items.delete' }).waitFor()
    await told('Loses').filter({ hasText: 'Create template.items.create' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/plan.png` })
    await dialog.getByRole('button', { name: 'Back to the form' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await save.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Clerk', exact: true }).waitFor()
    const { permissions } = await ask<{ permissions: string[] }>(`/api/v1/platform/roles/${role.id}`)
    expect(permissions).to.have.members(['template.items.view', 'template.items.delete'])
  })

  it('show a token once, to be copied, and never again', async () => {
    const page = await shell.open('/admin/tokens/create')
    await page.getByLabel('Name').fill('Backup')
    await page.getByText('Template: Items', { exact: true }).click()
    await page.getByLabel(/^See.*template\.items\.view/).check()
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy this now' })
    const secret = await dialog.getByLabel('Token').inputValue()
    expect(secret).to.match(/^atr_/)
    expect(await violations(page)).to.deep.equal([])
    const answer = await shell.host.request('/api/v1/template/items', {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(answer.status).to.equal(200)
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await heading(page, 'Backup')
    expect(await page.content()).not.to.contain(secret)
    const kept = await page.evaluate<string>(
      `JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + location.href`,
    )
    expect(kept).not.to.contain(secret)
  })

  it('show the address of a new calendar feed once, in full', async () => {
    const page = await shell.open('/operations/calendar-feeds/create')
    await page.getByLabel('Name').fill('Front desk')
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy this now' })
    const address = await dialog.getByLabel('Address').inputValue()
    expect(address.startsWith(`${shell.host.url}/api/v1/booking/feeds/`)).to.equal(true)
    expect((await fetch(address)).status).to.equal(200)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Actions for Front desk' }).waitFor()
  })

  it('show the history of a record, and bring an earlier version back', async () => {
    const { id } = await shell.create({ name: 'Chair', price: 1000 })
    await shell.change(id, { name: 'Stool', price: 800 })
    const page = await shell.open(`/operations/items/${id}`)
    await page.getByRole('button', { name: 'History' }).press('Enter')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('€8.00').waitFor()
    expect(await violations(page)).to.deep.equal([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/history.png`, fullPage: true })
    await history.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).press('Enter')
    await heading(page, 'Chair')
    expect(await shell.item(id)).to.include({ name: 'Chair', price: 1000 })
    await until('the restored version in the history', async () => (await history.getByRole('listitem').count()) === 3)
    await page.evaluate(async (path) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ name: 'Bench' }) })
    }, `/api/v1/template/items/${id}`)
    await page.reload()
    await page.getByRole('button', { name: 'History' }).press('Enter')
    await history.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await page.getByText('Undone', { exact: true }).waitFor()
    await heading(page, 'Chair')
  })

  it('sign a person out from the list of sessions', async () => {
    const page = await shell.open('/admin/sessions')
    await page.getByRole('button', { name: 'Actions for Operator' }).first().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByText('signed out immediately').waitFor()
    await page.getByRole('dialog').locator(':focus').waitFor()
    await page.getByRole('button', { name: 'Go back' }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
