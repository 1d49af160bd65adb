import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { findBySearch } from './find-by-search.ts'
import { holdBack } from './hold-back.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

describe('navigation', () => {
  const shell = useShell()

  it('finds screens and records by the search of the panel', async () => {
    await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/operations/items')
    await page.getByRole('link', { name: 'Oak lamp' }).waitFor()
    await page.keyboard.press('Control+k')
    await findBySearch(page, 'oak', page.getByRole('option', { name: 'Oak lamp' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Items' }).click()
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
  })

  it('asks once more for a list that answered a search too late', async () => {
    await shell.create({ name: 'Ash lamp' })
    const page = await shell.open('/operations/items')
    const late = { resource_id: 'items', title: 'Items', reason: 'late' }
    await page.route(
      '**/api/v1/panels/operations/search?q=ash',
      (route) => route.fulfill({ json: { query: 'ash', groups: [], incomplete: [late] } }),
      { times: 1 },
    )
    await page.getByRole('link', { name: 'Ash lamp' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('ash')
    await page.getByText('Items answered too late. There may be more results.').waitFor()
    expect(await violations(page)).to.deep.equal([])
    const again = page.getByRole('button', { name: 'Search again' })
    await again.click()
    // On a busy machine, the list itself may be late, too.
    await findBySearch(page, 'ash', page.getByRole('option', { name: 'Ash lamp' }))
    await again.waitFor({ state: 'detached' })
  })

  it('keeps the hits of a list that is late when the search is repeated', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    const late = (title: string) => ({ resource_id: title.toLowerCase(), title, reason: 'late' })
    const hit = { id: 1, title: 'Ash lamp', path: '/operations/items/1' }
    const items = { resource_id: 'items', title: 'Items', total: 1, hits: [hit] }
    const answers = [
      { groups: [items], incomplete: [late('Vans')] },
      { groups: [], incomplete: [late('Items'), late('Vans')] },
    ]
    await page.route('**/api/v1/panels/operations/search?q=ash', (route) =>
      route.fulfill({ json: { query: 'ash', ...answers.shift() } }),
    )
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('ash')
    await page.getByText('Vans answered too late. There may be more results.').waitFor()
    await page.getByRole('button', { name: 'Search again' }).click()
    await page.getByText('Items and Vans answered too late. There may be more results.').waitFor()
    await page.getByRole('option', { name: 'Ash lamp' }).waitFor()
  })

  it('searches for what is typed while the dialog is still being loaded', async () => {
    await shell.create({ name: 'Elm stool' })
    const page = await shell.open('/operations/items')
    const letGo = await holdBack(page, 'GET', '/search-dialog*.js')
    await page.getByRole('link', { name: 'Elm stool' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('elm')
    await letGo()
    await page.getByRole('option', { name: 'Elm stool' }).waitFor()
    await page.keyboard.type(' stool')
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).to.equal('elm stool')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).to.equal('')
  })

  it('opens for Enter what is found for the whole text, also if it comes before the answer or before the dialog', async () => {
    const [bench, stool] = [await shell.create({ name: 'Fig bench' }), await shell.create({ name: 'Fig stool' })]
    const hits = [bench, stool].map(({ id, name }) => ({ id, title: name, path: `/operations/items/${id}` }))
    const found = (...hits: object[]) => ({
      json: { query: '', incomplete: [], groups: [{ resource_id: 'items', title: 'Items', total: 1, hits }] },
    })
    const page = await shell.open('/operations/items')
    await page.getByRole('link', { name: 'Fig stool' }).waitFor()
    const load = await holdBack(page, 'GET', '/search-dialog*.js')
    await page.route('**/search?q=fig', (route) => route.fulfill(found(...hits)))
    const answer = await holdBack(page, 'GET', '/search?q=fig%20st')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('fig')
    await load()
    await page.getByRole('option', { name: 'Fig bench' }).waitFor()
    await page.keyboard.type(' st')
    await page.keyboard.press('Enter')
    await answer(found(hits[1]!))
    await page.getByRole('heading', { level: 1, name: 'Fig stool' }).waitFor()

    await page.goto('/operations/items')
    await page.getByRole('link', { name: 'Fig stool' }).waitFor()
    const loadAgain = await holdBack(page, 'GET', '/search-dialog*.js')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('fig')
    await page.keyboard.press('Enter')
    await loadAgain()
    await page.getByRole('heading', { level: 1, name: 'Fig bench' }).waitFor()
  })

  it('offers what the screen can do, what was open and what can be created, and lists the keys', async () => {
    const item = await shell.create({ name: 'Elm lamp' })
    const page = await shell.open(`/operations/items/${item.id}`)
    await page.getByRole('heading', { level: 1, name: 'Elm lamp' }).waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Undo the last change').waitFor()
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('retire')
    await page.getByRole('option', { name: 'Retire Elm lamp' }).click()
    await dialog.getByText('Retire this item?').waitFor()
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'New item' }).click()
    await page.getByRole('heading', { level: 1, name: 'New item' }).waitFor()
    await page.getByRole('link', { name: 'Items' }).first().focus()
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Elm lamp' })
    await recent.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await recent.click()
    await page.getByRole('heading', { level: 1, name: 'Elm lamp' }).waitFor()
  })

  it('says where one is after each navigation, and goes on from there with the keyboard', async () => {
    await shell.create({ name: 'Yew lamp' })
    const page = await shell.open('/operations/items')
    const spoken = await listenToRegion(page)
    const row = page.getByRole('table').getByRole('link', { name: 'Yew lamp' })
    await row.press('Enter')
    await hasFocus(page.getByRole('heading', { level: 1, name: 'Yew lamp' }))
    await spoken('Yew lamp')
    await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Items' }).press('Enter')
    await hasFocus(row)
    await spoken('Items')

    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'New item' }).click()
    await hasFocus(page.getByRole('textbox', { name: 'Name' }))
    await spoken('New item')
    await page.keyboard.type('Yew chair')
    await page.getByLabel('Price').fill('10')
    await page.keyboard.press('Control+Enter')
    await hasFocus(page.getByRole('heading', { level: 1, name: /^(?:Items|Yew chair)/ }))
  })

  it('leaves the focus where one has moved it while the next screen is being loaded', async () => {
    const { id } = await shell.create({ name: 'Rowan lamp' })
    const page = await shell.open(`/operations/items/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Rowan lamp' }).waitFor()
    await listenToRegion(page)
    const letGo = await holdBack(page, 'GET', '/dashboards/*')
    const sidebar = page.getByRole('navigation', { name: 'Operations' })
    await sidebar.getByRole('link', { name: 'Items' }).press('Enter')
    await page.waitForURL('**/operations/items')
    await page.keyboard.press('Shift+Tab')
    await letGo()
    await until('the screen is there', () => page.evaluate<boolean>(`globalThis.said.includes('Items')`))
    await hasFocus(page.locator('[data-navigation] *'))
  })

  it('keeps the focus when the search is closed, or leads to other rows of the list', async () => {
    for (const name of ['Fig lamp 1', 'Fig lamp 2', 'Plum chair']) await shell.create({ name })
    const page = await shell.open('/operations/items')
    const heading = page.getByRole('heading', { level: 1, name: 'Items' })
    const openSearch = async () => {
      await page.keyboard.press('Control+k')
      const input = page.getByRole('combobox', { name: 'Search' })
      await hasFocus(input)
      return input
    }
    await heading.waitFor()
    await (await openSearch()).press('Escape')
    await hasFocus(heading)

    await page.getByRole('table').getByRole('link', { name: 'Plum chair' }).focus()
    await (await openSearch()).press('Escape')
    await hasFocus(page.getByRole('table').getByRole('link', { name: 'Plum chair' }))
    await page.evaluate(`history.pushState({}, '', '?q=fig')`)
    await page.getByRole('table').getByRole('link', { name: 'Plum chair' }).waitFor({ state: 'detached' })
    await hasFocus(heading)
  })

  it('goes from the search of a list to its rows, and through their checkboxes, links and values', async () => {
    for (const name of ['Larch lamp 1', 'Larch lamp 2', 'Larch lamp 3']) await shell.create({ name })
    const page = await shell.open('/operations/items?q=larch&_sort=name')
    const link = (at: number) => page.getByRole('table').getByRole('link', { name: `Larch lamp ${at}` })
    const check = (at: number) => page.getByRole('checkbox', { name: `Select Larch lamp ${at}` })
    await link(3).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await hasFocus(link(1))
    await page.keyboard.press('End')
    await hasFocus(link(3))
    await page.keyboard.press('ArrowLeft')
    await hasFocus(check(3))
    await page.keyboard.press('ArrowUp')
    await hasFocus(check(2))
    await page.keyboard.press('Space')
    expect(await check(2).isChecked()).to.equal(true)
    await page.keyboard.press('Home')
    await hasFocus(check(1))
    await page.keyboard.press('ArrowRight')
    await hasFocus(link(1))
    await page.evaluate(pressingAtOnce('End', 'ArrowLeft'))
    await hasFocus(check(3))
    await check(2).focus()
    await page.keyboard.press('/')
    await hasFocus(page.getByRole('textbox', { name: 'Search this list' }))
  })

  it('keeps a screen within reach as long as it is a favourite', async () => {
    const item = await shell.create({ name: 'Fir lamp' })
    const page = await shell.open(`/operations/items/${item.id}`)
    await page.getByRole('button', { name: 'Add to favourites' }).click()
    const kept = page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Fir lamp' })
    await kept.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.goto('/operations/items')
    await kept.waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Favourites' }).getByRole('option', { name: 'Fir lamp' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fir lamp' }).waitFor()
    await page.getByRole('button', { name: 'Remove from favourites' }).click()
    await kept.waitFor({ state: 'detached' })
  })

  it('keeps the screen until the code of the next one, elsewhere in the shell, is loaded', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    let load = () => {}
    const held = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/assets/account-screen-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.waitForURL('**/platform/account')
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    expect(await page.getByRole('heading', { level: 1, name: /^Items/ }).count()).to.equal(1)
    load()
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    expect(asked.filter((path) => path.includes('/modules/account'))).to.deep.equal([])
  })

  it('explains an address that leads nowhere', async () => {
    const page = await shell.open('/operations/nothing/here')
    await page.getByRole('heading', { level: 1, name: 'This screen does not exist' }).waitFor()
    await page.getByText('has no module [nothing]').waitFor()
    await page.goto('/nowhere')
    await page.getByText('There is no panel [nowhere].').waitFor()
  })

  it('uses a drawer on a narrow screen, with nothing wider than the screen', async () => {
    const page = await shell.open('/operations/items', { viewport: { width: 360, height: 740 } })
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Items' }).waitFor()
  })
})

const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()

/** A script that presses keys faster than the screen is drawn, and ends when it was drawn twice. */
const pressingAtOnce = (...keys: readonly string[]) => `
  for (const key of ${JSON.stringify(keys)})
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`

/** Returns what waits until the live region has said a text since the last call. The region is empty again a moment later. */
async function listenToRegion(page: Page) {
  await page.evaluate(`
    globalThis.said = [];
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.ariaLive === 'polite') globalThis.said.push(target.textContent);
    }).observe(document.body, { childList: true, subtree: true })`)
  return async (text: string) => {
    await page.waitForFunction(`globalThis.said.includes(${JSON.stringify(text)})`)
    await page.evaluate('globalThis.said = []')
  }
}
