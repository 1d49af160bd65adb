import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

describe('the columns of a list', () => {
  const shell = useShell()
  before(() => shell.create({ name: 'Oak lamp', status: 'active', price: 4000 }))

  const headers = async (page: Page) =>
    (await page.locator('thead th[data-column]').allTextContents()).map((text) => text.trim()).join(' | ')
  const shows = (page: Page, columns: string) => until(columns, async () => (await headers(page)) === columns)
  const openPanel = async (page: Page) => {
    await rows(page, 1)
    await page.getByRole('button', { name: 'Columns' }).click()
    const panel = page.getByRole('dialog', { name: 'Columns' })
    // It takes the focus a moment after it is there.
    await panel.locator(':focus').waitFor()
    return panel
  }

  it('are moved with the arrow keys, which says where they are now', async () => {
    const page = await shell.open('/operations/items')
    const panel = await openPanel(page)
    await shows(page, 'Name | Status | Price | Created at')
    await panel.getByRole('button', { name: 'Move Price' }).focus()
    await page.keyboard.press('ArrowUp')
    await shows(page, 'Name | Price | Status | Created at')
    await panel.getByRole('button', { name: 'Move Price' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await shows(page, 'Price | Name | Status | Created at')
    await panel.getByText('Price, 1 of 4').waitFor({ state: 'attached' })
    await panel.getByRole('button', { name: 'Move Price' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await shows(page, 'Name | Price | Status | Created at')
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    // Not the button that takes everything back.
    const again = await openPanel(page)
    await again.getByRole('button', { name: 'Move Name' }).and(page.locator(':focus')).waitFor()
  })

  it('are moved by dragging, and stay so for the person and the list', async () => {
    const page = await shell.open('/operations/items')
    const panel = await openPanel(page)
    // This waits until the panel stands still.
    await panel.getByRole('button', { name: 'Move Name' }).hover()
    const from = await panel.getByRole('button', { name: 'Move Name' }).boundingBox()
    const to = await panel.getByRole('button', { name: 'Move Price' }).boundingBox()
    if (!from || !to) throw new Error('The columns have no place on the screen.')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(from.x + 5, to.y + to.height / 2, { steps: 5 })
    await page.mouse.move(from.x + 5, to.y + to.height - 2, { steps: 3 })
    await page.mouse.up()
    await shows(page, 'Status | Price | Name | Created at')
    await page.goto('/operations/items')
    await shows(page, 'Status | Price | Name | Created at')
  })

  it('are the same for whoever opens the link, and leave how that person sees the list', async () => {
    const page = await shell.open('/operations/items')
    const panel = await openPanel(page)
    await panel.getByRole('checkbox', { name: 'Status' }).uncheck()
    await panel.getByText('Compact').click()
    await page.waitForURL('**?_columns=name%2Cprice%2Ccreated_at&_rows=compact')
    const other = await shell.open(new URL(page.url()).pathname + new URL(page.url()).search)
    await shows(other, 'Name | Price | Created at')
    expect(await other.locator('table').getAttribute('data-dense')).to.equal('true')
    await other.goto('/operations/items')
    await shows(other, 'Name | Status | Price | Created at')
  })

  it('get a width by dragging their edge, which a double click takes back', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 1)
    const header = page.locator('th[data-column=name]')
    await header.hover()
    const box = await header.boundingBox()
    if (!box) throw new Error('The column has no place on the screen.')
    await page.mouse.move(box.x + box.width - 3, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 33, box.y + 10, { steps: 4 })
    await page.mouse.move(box.x + 177, box.y + 10, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL('**?_columns=name.180%2Cstatus%2Cprice%2Ccreated_at')
    await until('the width', async () => Math.round((await header.boundingBox())?.width ?? 0) === 180)
    await page.mouse.dblclick(box.x + 177, box.y + 10)
    await page.waitForURL('**?_columns=name%2Cstatus%2Cprice%2Ccreated_at')
  })

  it('are chosen, ordered, made wider and put back on a phone', async () => {
    const page = await shell.open('/operations/items', PHONE)
    const panel = await openPanel(page)
    await panel.getByRole('checkbox', { name: 'Status' }).uncheck()
    await panel.getByRole('group', { name: 'Width of Name' }).getByRole('button', { name: 'Wider' }).tap()
    await page.waitForURL(/_columns=name\.\d+%2Cprice%2Ccreated_at/)
    expect(await violations(page)).to.deep.equal([])
    const { x, width } = (await panel.boundingBox()) ?? { x: 0, width: 0 }
    expect([x >= 0, x + width <= 360], 'within the screen').to.deep.equal([true, true])
    await panel.getByRole('button', { name: 'Reset' }).tap()
    await page.waitForURL('**/operations/items')
    await shows(page, 'Name | Status | Price | Created at')
  })
})
