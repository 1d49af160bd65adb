import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { signInPerson } from '../helpers/sign-in-person.ts'
import { until } from '../helpers/until.ts'
import type { EditedTemplate } from './edited-template.ts'
import { editedTemplate } from './edited-template.ts'
import { holdBack } from './hold-back.ts'
import { isQuiet, rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'
import { widgetsPlugin } from './widgets-plugin.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const
const DASHBOARDS = '/api/v1/platform/dashboards'
const SCREEN = /~dashboards\/\d+/

describe('dashboards of one’s own', () => {
  let template: EditedTemplate
  let practice: PluginDirectory
  const shell = useShell(async () => {
    template = await editedTemplate()
    practice = await widgetsPlugin()
    return { plugins: [template.directory, practice.directory], watch: true }
  })
  before(async () => {
    await shell.create({ name: 'Oak lamp', status: 'active', price: 4000 })
    await shell.create({ name: 'Glass vase', status: 'draft', price: 900 })
  })
  after(() => template.remove())
  after(() => practice[Symbol.asyncDispose]())

  /** Where the first test puts its dashboard. */
  let path = ''
  const titles = (page: Page) => page.locator('main h2').allTextContents()
  const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true })
  const shown = (page: Page, all: string[]) =>
    until(`the widgets ${all.join()}`, async () => String(await titles(page)) === String(all))

  /** Counts from now on the requests for new dashboards. */
  const creations = (page: Page) => {
    const sent: Request[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(DASHBOARDS)) sent.push(request)
    })
    return () => sent.length
  }
  const act = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `More: ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  /** Notes from now on which titles two widgets have; returns them without repetitions. */
  const titlesSeen = async (page: Page) => {
    const seen = await page.evaluateHandle<Set<string>>(`(() => {
      const all = new Set()
      new MutationObserver(() => {
        const present = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)
        if (present.length === 2) all.add(present.join())
      }).observe(document, { subtree: true, childList: true, characterData: true })
      return all
    })()`)
    return () => seen.evaluate((all) => [...all])
  }

  it('are made from the navigation, filled from a picker, and saved with “Done”', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: 'New dashboard' }).click()
    const form = page.getByRole('dialog', { name: 'New dashboard' })
    await form.getByLabel('Name').fill('Morning')
    await form.getByRole('button', { name: 'star' }).click()
    expect(await violations(page)).to.deep.equal([])
    await form.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(SCREEN)
    path = new URL(page.url()).pathname

    await page.getByRole('button', { name: 'Add widget…' }).click()
    const picker = page.getByRole('dialog', { name: 'Add widgets' })
    await picker.getByLabel('Search widgets').fill('turnover')
    await picker.getByText('Chart: Turnover').waitFor()
    expect(await picker.getByRole('button', { name: /^Add / }).count()).to.equal(1)
    await picker.getByRole('button', { name: 'Add Turnover' }).click()
    await picker.getByText('1 widget added').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Done' }).click()
    await edit(page).waitFor()
    await page.locator('button:focus', { hasText: 'Edit' }).waitFor()
    await page.getByRole('region', { name: 'Turnover' }).locator('.recharts-area-area').first().waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('get a list as it is shown, from the menu of its screen', async () => {
    const page = await shell.open('/operations/items?status=draft&_columns=name')
    await rows(page, 1)
    await page.getByRole('button', { name: 'More: Items' }).click()
    await page.getByRole('menuitem', { name: 'Add to my dashboard…' }).click()
    const form = page.getByRole('dialog', { name: 'Add to my dashboard' })
    await form.getByLabel('Title of the widget').fill('Drafts')
    expect(await violations(page)).to.deep.equal([])
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(SCREEN)
    await shown(page, ['Turnover', 'Drafts'])
    expect(await rows(page, 1)).to.deep.equal(['Glass vase'])
    expect(await page.locator('thead th[data-column]').count()).to.equal(1)
    expect(new URL(page.url()).search, 'the address is not that of one widget').to.equal('')
  })

  it('are arranged with the keyboard alone, and tell who edits in two windows', async () => {
    const [page, other] = [await shell.open(path), await shell.open(path)]
    for (const each of [page, other]) await edit(each).click()
    await page.getByRole('button', { name: 'Move Drafts', exact: true }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Drafts, 1 of 2').waitFor()
    await page.locator('[aria-label="Move Drafts"]:focus').waitFor()
    await page.getByLabel('Width of Drafts').selectOption('third')
    await page.getByLabel('Title of Turnover').fill('Money')
    await page.getByRole('button', { name: 'Remove Money' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Remove Money' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    const seen = await titlesSeen(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await edit(page).waitFor()
    expect(await page.locator('[data-width]').first().getAttribute('data-width')).to.equal('third')
    expect(await seen(), 'never again as it was before').to.deep.equal(['Drafts,Money'])

    await other.getByRole('button', { name: 'Move Turnover down' }).click()
    await other.getByRole('button', { name: 'Done' }).click()
    await other.getByRole('alert').getByText('changed in another window').waitFor()
    expect(await violations(other)).to.deep.equal([])
    const made = creations(other)
    await other.getByRole('button', { name: 'Save mine as a copy' }).dblclick()
    await other.getByRole('heading', { level: 1, name: 'Morning (my version)' }).waitFor()
    expect(made(), 'copies after a double click').to.equal(1)
    await act(other, 'Morning (my version)', 'Delete')
    await other.getByText('“Morning (my version)” deleted').waitFor()
    await other.keyboard.press('Control+z')
    await other.getByRole('heading', { level: 1, name: 'Morning (my version)' }).waitFor()
    await other.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  })

  it('are arranged by a quick drag, too, and get a removed widget back with Ctrl+Z', async () => {
    const page = await shell.open(path)
    await edit(page).click()
    const grip = page.getByRole('button', { name: 'Move Drafts', exact: true })
    await grip.press('ArrowDown')
    await shown(page, ['Money', 'Drafts'])
    await grip.hover()
    await page.mouse.down()
    // At once, so that nothing is rendered in between.
    await page.evaluate(`(() => {
      const { left, top } = document.querySelector('[aria-label=Widgets] > li').getBoundingClientRect()
      const at = { bubbles: true, pointerId: 1, clientX: left + 5, clientY: top + 5 }
      const grip = document.querySelector('[aria-label="Move Drafts"]')
      for (const type of ['pointermove', 'pointerup']) grip.dispatchEvent(new PointerEvent(type, at))
    })()`)
    await page.mouse.up()
    await shown(page, ['Drafts', 'Money'])
    await page.getByRole('button', { name: 'Remove Money' }).click()
    await shown(page, ['Drafts'])
    expect(await grip.and(page.locator(':focus')).count(), 'the focus of an earlier step').to.equal(0)
    await page.keyboard.press('Control+z')
    await shown(page, ['Drafts', 'Money'])
  })

  it('are shared with a role, whose holders see only what they may, and open after the sign-in', async () => {
    const person = await signInPerson(shell.host, { name: 'Ines', permissions: ['template.items.view'] })
    const answer = await shell.host.request('/api/v1/platform/view-roles')
    const roles = (await answer.json()) as { value: string; label: string }[]
    const label = roles.find(({ value }) => value === person.roleId)?.label ?? ''
    const page = await shell.open(path)
    await page.getByRole('button', { name: 'More: Morning' }).click()
    await page.getByRole('menuitem', { name: 'Name and sharing…' }).click()
    const form = page.getByRole('dialog', { name: 'Name and sharing' })
    await form.getByLabel('For').selectOption('role')
    await form.getByLabel('Role').selectOption({ label })
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Shared with a role').waitFor()

    const [name = '', value = ''] = person.cookie.split('=')
    const cookies = [{ name, value, url: shell.host.url }]
    const theirs = await shell.open('/operations/items', { signedIn: false, cookies })
    await theirs.getByRole('link', { name: 'Morning' }).click()
    await shown(theirs, ['Drafts'])
    expect(await theirs.getByText('no longer available').count()).to.equal(0)
    expect(await edit(theirs).count()).to.equal(0)
    await theirs.getByRole('button', { name: 'More: Morning' }).click()
    await theirs.getByRole('menuitem', { name: 'Open after signing in' }).click()
    await theirs.getByText('“Morning” opens after you sign in').waitFor()
    await theirs.goto('/')
    await theirs.waitForURL(SCREEN)
    await shown(theirs, ['Drafts'])

    await theirs.keyboard.press('Control+k')
    await theirs.getByRole('combobox', { name: 'Search' }).fill('morn')
    await theirs.getByRole('group', { name: 'My dashboards' }).getByRole('option', { name: 'Morning' }).waitFor()
  })

  it('follow their plugins: a reload changes a widget, and an inactive plugin is named until it returns', async () => {
    const page = await shell.open(path)
    await shown(page, ['Drafts', 'Money'])
    await page.waitForLoadState('networkidle')
    await template.edit('src/resources.ts', `column.text('name')`, `column.text('name').label('What')`)
    await page.locator('thead').getByText('What').waitFor()

    const act = (action: string) => shell.host.request(`/api/v1/plugins/template/${action}`, { method: 'POST' })
    await act('deactivate')
    await page.getByText('The plugin of this widget was deactivated. The widget comes back with it.').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.reload()
    await page.getByText('The plugin of this widget was deactivated.').waitFor()
    await act('activate')
    expect(await rows(page, 1)).to.deep.equal(['Glass vase'])
  })

  it('are one column on a phone, where a widget that is gone can be removed', async () => {
    const page = await shell.open(path, PHONE)
    await shown(page, ['Drafts', 'Money'])
    const wider = () => page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)
    expect(await wider()).to.equal(false)
    expect(await violations(page)).to.deep.equal([])
    await edit(page).tap()
    await page.getByLabel('Width of Drafts').waitFor()
    expect(await wider()).to.equal(false)
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Cancel' }).tap()

    await practice.write({ 'src/index.ts': 'export function register_routes() {}' })
    const gone = page.getByText('This widget is no longer available.')
    await gone.waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).tap()
    await shown(page, ['Drafts'])
  })

  it('are made once, with the name that is typed before the form is there', async () => {
    const page = await shell.open('about:blank')
    const form = await holdBack(page, 'GET', '/dashboard-form*.js')
    await page.goto('/operations/items')
    await page.getByRole('button', { name: 'New dashboard' }).click()
    await page.keyboard.type('Noon')
    await form()
    await until('the name', async () => (await page.getByLabel('Name').inputValue()) === 'Noon')
    const made = creations(page)
    const letGo = await holdBack(page, 'POST', DASHBOARDS)
    for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
    await letGo()
    await page.getByRole('heading', { level: 1, name: 'Noon' }).waitFor()
    expect(made()).to.equal(1)
  })

  it('lead nobody back who has gone elsewhere, and change nothing there', async () => {
    const page = await shell.open(path)
    const goToItems = async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Items' }).click()
      await rows(page, 2)
    }
    const copied = await holdBack(page, 'POST', DASHBOARDS)
    await act(page, 'Morning', 'Duplicate')
    await goToItems()
    await copied()
    const copy = page.getByRole('link', { name: 'Morning (copy)' })
    await copy.waitFor()
    await isQuiet(page)
    expect(new URL(page.url()).pathname).to.equal('/operations/items')

    await copy.click()
    await edit(page).click()
    await page.getByLabel('Width of Drafts').selectOption('half')
    const saved = await holdBack(page, 'PATCH', `${DASHBOARDS}/*`)
    await page.getByRole('button', { name: 'Done' }).click()
    await goToItems()
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').first().click()
    await page.waitForURL(/_sort=/)
    const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await saved()
    await answer
    await isQuiet(page)
    expect(new URL(page.url()).search).to.include('_sort=')
  })

  it('are deleted, and made again by Ctrl+Z, while the navigation is still being read', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('link', { name: 'Morning (copy)' }).click()
    await edit(page).waitFor()
    await isQuiet(page)
    const letGo = await holdBack(page, 'GET', '/api/v1/platform/dashboard-menu')
    await act(page, 'Morning (copy)', 'Delete')
    await page.getByText('“Morning (copy)” deleted').waitFor()
    await page.waitForURL('/operations/items')
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { level: 1, name: 'Morning (copy)' }).waitFor()
    await letGo()
  })
})
