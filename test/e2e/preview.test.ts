import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 800 } }

describe('Viewing Atrium as a role', () => {
  const shell = useShell()
  const look = (page: Page) => page.getByRole('button', { name: 'View as this role' })
  const banner = (page: Page) => page.getByRole('region', { name: 'Preview' })
  const picture = (page: Page, name: string) =>
    process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png` })

  for (const [theme, options] of [
    ['light', {}],
    ['dark at 390 px', PHONE],
  ] as const) {
    it(`shows its screens and records below a banner, with nothing to change them by, ${theme}`, async () => {
      await shell.removeAll()
      const { id } = await shell.create({ name: 'Screw' })
      const page = await shell.open('/admin/roles/viewer', options)
      await look(page).waitFor()
      expect(await violations(page)).to.deep.equal([])
      await look(page).focus()
      await page.keyboard.press('Enter')
      await banner(page).getByText('You are viewing Atrium as Viewer').waitFor()
      await picture(page, `preview-list-${theme.slice(0, 4)}`)
      await page.getByRole('link', { name: 'Screw' }).click()
      await page.getByRole('heading', { level: 1, name: 'Screw' }).waitFor()
      expect(new URL(page.url()).pathname).to.equal(`/operations/items/${id}`)
      expect(await page.getByRole('button', { name: 'Retire' }).count()).to.equal(0)
      await picture(page, `preview-record-${theme.slice(0, 4)}`)
      expect(await violations(page)).to.deep.equal([])
      const wider = await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)
      expect(wider, 'scrolls sideways').to.equal(false)
      await banner(page).getByRole('button', { name: 'End preview' }).focus()
      await page.keyboard.press('Enter')
      await look(page).waitFor()
      expect(await banner(page).count()).to.equal(0)
      await page.goto(`/operations/items/${id}`)
      await page.getByRole('link', { name: 'Edit' }).waitFor()
    })
  }

  it('disables the actions that the role has, with the reason, and its forms', async () => {
    const { id } = await shell.create({ name: 'Nut' })
    const page = await shell.open('/admin/roles/editor')
    await look(page).click()
    await page.getByRole('link', { name: 'Nut' }).click()
    const retire = page.getByRole('button', { name: 'Retire' })
    await retire.waitFor()
    expect(await retire.isDisabled()).to.equal(true)
    expect(await retire.getAttribute('title')).to.contain('End the preview first')
    await picture(page, 'preview-actions')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Changed')
    const save = page.getByRole('button', { name: /save/i })
    expect(await save.isDisabled()).to.equal(true)
    await picture(page, 'preview-form')
    expect((await shell.item(id)).name).to.equal('Nut')
  })

  it('survives a reload, ends only when it is ended, and is in the audit log', async () => {
    const page = await shell.open('/admin/roles/editor')
    await look(page).click()
    await banner(page).waitFor()
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    await banner(page).waitFor()
    await banner(page).getByRole('button', { name: 'End preview' }).click()
    await look(page).waitFor()
    await page.reload()
    await look(page).waitFor()
    expect(await banner(page).count()).to.equal(0)
    const rows = await shell.host.request('/api/v1/platform/audit?operation=PREVIEW&record_id=editor')
    expect(((await rows.json()) as object[]).length).to.be.greaterThan(0)
  })

  it('answers “Why?” for a narrowed list, a field that is not shown, and a record out of reach', async () => {
    await shell.removeAll()
    await shell.create({ name: 'Bolt', status: 'active' })
    const hidden = await shell.create({ name: 'Rivet', status: 'draft' })
    const role = {
      ...{ name: 'counter', label: 'Counter', permissions: ['template.items.view'] },
      conditions: [{ resource: 'template_items', where: 'status=active' }],
      fields: [{ resource: 'template_items', hidden: ['price'] }],
    }
    const made = await shell.host.request('/api/v1/platform/roles', { method: 'POST', json: role })
    const { id } = (await made.json()) as { id: string }
    const page = await shell.open(`/admin/roles/${id}`)
    await page.getByRole('button', { name: 'View as this role' }).click()
    await page.getByText('This list shows only some of the records.').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Why?' })
    const why = page.getByRole('button', { name: 'Why?', exact: true })
    await why.focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('[Counter] reaches only those with [status=active]').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await picture(page, 'why-narrowed')
    await page.keyboard.press('Escape')
    // As the back button of the browser does, within the preview.
    await page.evaluate(
      `history.pushState({}, '', '/operations/items/${hidden.id}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await page.getByRole('heading', { name: /Not found|You do not have access/ }).waitFor()
    await page.getByRole('button', { name: 'History' }).waitFor({ state: 'detached' })
    await why.click()
    await dialog.getByText('[Counter] grants [template.items.view], but not for this record').waitFor()
    await picture(page, 'why-record')
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('link', { name: 'Bolt' }).click()
    await page.getByRole('button', { name: 'Price: why?' }).click()
    const aboutPrice = page.getByRole('dialog', { name: 'Why is “Price” not shown?' })
    await aboutPrice.getByText('[Counter] hides the field [price].').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await picture(page, 'why-field')
    await aboutPrice.getByRole('link', { name: 'Counter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Counter' }).waitFor()
    expect(await banner(page).count()).to.equal(0)
  })

  it('is not needed for “Why?” about one’s own screens: an empty list, a field that is not shown, a screen that is not theirs', async () => {
    await shell.removeAll()
    const bolt = await shell.create({ name: 'Bolt', status: 'draft' })
    const make = async <Made>(to: string, json: object = {}) =>
      (await (await shell.host.request(`/api/v1/platform/${to}`, { method: 'POST', json })).json()) as Made
    const limits = {
      conditions: [{ resource: 'template_items', where: 'status=active' }],
      fields: [{ resource: 'template_items', hidden: ['price'] }],
    }
    const rights = { name: 'asker', label: 'Asker', permissions: ['template.items.view', 'platform.explain.view'] }
    const role = await make<{ id: string }>('roles', { ...rights, ...limits })
    const person = await make<{ id: string }>('users', { name: 'Kim', email: 'kim@example.com', roles: [role.id] })
    const { url } = await make<{ url: string }>(`users/${person.id}/sign-in-link`)
    const page = await shell.open(url, { signedIn: false })
    const dialog = page.getByRole('dialog', { name: 'Why?' })
    const why = page.getByRole('button', { name: 'Why?', exact: true })
    await page.getByText('This list shows only some of the records.').waitFor()
    await why.click()
    await dialog.getByText('[Asker] reaches only those with [status=active]').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await shell.change(bolt.id, { status: 'active' })
    await page.getByRole('link', { name: 'Bolt' }).click()
    await page.getByRole('button', { name: 'Price: why?' }).click()
    const aboutPrice = page.getByRole('dialog', { name: 'Why is “Price” not shown?' })
    await aboutPrice.getByText('[Asker] hides the field [price].').waitFor()
    await picture(page, 'why-own-field')
    await page.keyboard.press('Escape')
    await page.goto(new URL('/operations/items/create', page.url()).href)
    await page.getByRole('heading', { name: 'You do not have access to this screen' }).waitFor()
    await why.waitFor()
  })
})
