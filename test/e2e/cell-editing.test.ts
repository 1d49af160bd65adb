import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { tabTo } from './keyboard.ts'
import { rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

/** The texts of values that a pencil covers. A long text ends 12 px before its cell. */
const COVERED = `(() => {
  const texts = [...document.querySelectorAll('tbody td')].flatMap((cell) => {
    const range = document.createRange()
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode)
      found.push({ text: walker.currentNode.data, box: range.getBoundingClientRect(), cell: cell.getBoundingClientRect() })
    }
    return found
  })
  return [...document.querySelectorAll('[data-pencil]')].flatMap((pencil) => {
    const { left, right } = pencil.getBoundingClientRect()
    const covers = ({ box, cell }) => Math.max(box.left, cell.left, left) < Math.min(box.right, cell.right - 12, right) - 1
    return texts.filter(covers).map(({ text }) => text)
  })
})()`

describe('A value in a list', () => {
  const shell = useShell()
  afterEach(() => shell.removeAll())

  const openList = async (count: number) => {
    const page = await shell.open('/operations/items')
    await rows(page, count)
    return page
  }
  const cell = (page: Page, row: string, value: string) =>
    page.getByRole('row').filter({ hasText: row }).getByRole('cell').filter({ hasText: value })
  const change = async (page: Page, row: string, value: string) => {
    await cell(page, row, value).hover()
    await cell(page, row, value)
      .getByRole('button', { name: /^Change / })
      .click()
    return page.getByRole('dialog', { name: /^Change / })
  }

  it('is changed in place, with a pencil that appears at the pointer, and can be undone', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', price: 4000 })
    await shell.create({ name: 'Pine table', price: 12_000 })
    const page = await openList(2)
    const dialog = await change(page, 'Oak lamp', '40.00')
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByLabel('Price').fill('45.50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await cell(page, 'Oak lamp', '45.50').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await shell.item(id)).to.include({ name: 'Oak lamp', price: 4550 })
    expect(new URL(page.url()).pathname, 'the row’s link is not followed').to.equal('/operations/items')

    await page.getByRole('button', { name: 'Undo' }).click()
    await cell(page, 'Oak lamp', '40.00').waitFor()
  })

  it('is not covered by its pencil, and neither is the value beside it', async () => {
    await shell.create({ name: 'Oak lamp with a shade of white linen, to be hung over a table', price: 4000 })
    const page = await shell.open('/operations/items', { viewport: { width: 620, height: 800 } })
    await rows(page, 1)
    await page.getByRole('row').filter({ hasText: 'Oak lamp' }).hover()
    await page.locator('[data-pencil]').first().waitFor()
    expect(await page.evaluate<string[]>(COVERED)).to.deep.equal([])
  })

  it('is changed with the keyboard alone: F2, or the arrow keys and Enter', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    await tabTo(page, /^Oak lamp$/)
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: /^Change / })
    const name = dialog.getByLabel('Name')
    await name.fill('Ash lamp')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Ash lamp' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await shell.item(id)).to.include({ name: 'Ash lamp' })

    await tabTo(page, /^Ash lamp$/)
    const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')
    await until('the pencil of the price', async () => {
      await page.keyboard.press('ArrowRight')
      return (await focused()) === 'Change Price of Ash lamp'
    })
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Price').fill('41')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await until('the focus is back', async () => (await focused()) === 'Change Price of Ash lamp')
    expect(await shell.item(id)).to.include({ price: 4000 })
  })

  it('gets what one types before its editor is there, whether a key or the pencil opens it', async () => {
    await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    const letGo = await holdBack(page, 'GET', '/cell-editor*.js')
    await tabTo(page, /^Oak lamp$/)
    const pencil = page.getByRole('button', { name: 'Change Name of Oak lamp' })
    await pencil.waitFor()
    const dialog = page.getByRole('dialog', { name: 'Change Name of Oak lamp' })
    await page.keyboard.press('F2')
    await page.keyboard.type('Tall')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    await pencil.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('New/')
    await letGo()
    await until('what was typed', async () => /New\//.test(await dialog.getByLabel('Name').inputValue()))
    expect(await dialog.getByLabel('Name').inputValue()).not.to.contain('Tall')
  })

  it('is followed by that of the next record with the arrow down, so a column is filled in from top to bottom', async () => {
    const below = await shell.create({ name: 'Oak lamp', price: 4000 })
    const above = await shell.create({ name: 'Pine table', price: 12_000 })
    const page = await openList(2)
    const pencil = (name: string) => page.getByRole('button', { name: `Change Price of ${name}` })
    const dialog = await change(page, 'Pine table', '120.00')
    await dialog.getByLabel('Price').fill('1')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.locator(':focus[data-pencil]').waitFor()
    await page.keyboard.press('ArrowDown')
    await pencil('Oak lamp').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Price').fill('2')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect([(await shell.item(above.id)).price, (await shell.item(below.id)).price]).to.deep.equal([100, 200])
    await pencil('Oak lamp').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await pencil('Pine table').and(page.locator(':focus')).waitFor()
  })

  it('is followed by that two records below if the arrow down is pressed twice before the next pencils are there', async () => {
    for (const name of ['Oak lamp', 'Pine table', 'Glass vase']) await shell.create({ name })
    const page = await openList(3)
    const pencil = (name: string) => page.getByRole('button', { name: `Change Price of ${name}` })
    await page.getByRole('row').filter({ hasText: 'Glass vase' }).hover()
    await pencil('Glass vase').focus()
    await page.evaluate(`for (let times = 0; times < 2; times += 1)
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))`)
    await pencil('Oak lamp').and(page.locator(':focus')).waitFor()
  })

  it('is refused with the reason beside it, and what was entered stays, also after a click elsewhere', async () => {
    await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    const dialog = await change(page, 'Oak lamp', '40.00')
    await dialog.getByLabel('Price').fill('-3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('At least').waitFor()
    await page.getByRole('heading', { name: 'Items' }).click()
    expect(await dialog.getByLabel('Price').inputValue()).to.equal('-3.00')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('is shown as soon as it is saved, before the list is read again', async () => {
    await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    const dialog = await change(page, 'Oak lamp', '40.00')
    await dialog.getByLabel('Price').fill('45.50')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/v1/template/items?*', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('row').filter({ hasText: 'Oak lamp' }).textContent()).to.contain('45.50')
    release()
  })

  it('stays open with what one enters while an earlier value is being saved', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    const dialog = await change(page, 'Oak lamp', '40.00')
    let release = () => {}
    let readAgain = () => {}
    let wasSent = false
    const isTyped = new Promise<void>((resolve) => (release = resolve))
    const isChecked = new Promise<void>((resolve) => (readAgain = resolve))
    await page.route(`**/api/v1/template/items/${id}`, async (route) => {
      const isSave = route.request().method() === 'PATCH'
      wasSent ||= isSave
      if (wasSent) await (isSave ? isTyped : isChecked)
      await route.continue()
    })
    await dialog.getByLabel('Price').fill('45.50')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Price').fill('46')
    release()
    await page.getByText('Changes saved').waitFor()
    expect(await dialog.getByLabel('Price').inputValue()).to.match(/^46/)
    expect(await dialog.getByRole('radiogroup').count(), 'questions which version to keep').to.equal(0)
    readAgain()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await shell.item(id)).to.include({ price: 4600 })
  })

  it('is changed twice in a row without a question, even if the record is not read again in between', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    const first = await change(page, 'Oak lamp', '40.00')
    await first.getByLabel('Price').fill('45.50')
    await page.route(`**/api/v1/template/items/${id}`, (route) =>
      route.request().method() === 'PATCH' ? route.continue() : undefined,
    )
    await page.keyboard.press('Enter')
    await first.waitFor({ state: 'detached' })
    const second = await change(page, 'Oak lamp', '45.50')
    await second.getByLabel('Price').fill('46')
    await page.keyboard.press('Enter')
    await second.waitFor({ state: 'detached' })
    expect(await shell.item(id)).to.include({ price: 4600 })
  })

  it('is not overwritten if somebody else has changed it meanwhile: both values are shown', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await openList(1)
    const dialog = await change(page, 'Oak lamp', '40.00')
    await dialog.getByLabel('Price').fill('50')
    await shell.change(id, { price: 6000 })
    await dialog.getByText('60.00').waitFor()
    expect(await shell.item(id)).to.include({ price: 6000 })
  })
})
