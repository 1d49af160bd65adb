import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { gridPlugin } from './grid-plugin.ts'
import { holdBack } from './hold-back.ts'
import { useShell } from './use-shell.ts'

const PARTS = '/api/v1/shed/parts'

interface Part {
  readonly id: number
  readonly stock?: number
  readonly price?: number
}

describe('A column of a grid, filled in by somebody who types fast', () => {
  const shell = useShell(async () => ({ plugins: [(await gridPlugin()).directory] }))
  const ask = async <Value>(method: string, to: string, json?: unknown): Promise<Value> =>
    (await (await shell.host.request(to, { method, ...(json !== undefined && { json }) })).json()) as Value
  const parts = () => ask<Part[]>('GET', `${PARTS}?_sort=id`)
  const stocks = async () => (await parts()).map(({ stock }) => stock)
  let made: Part[] = []
  beforeEach(async () => {
    made = []
    for (const title of ['Bolt', 'Cog', 'Disc'])
      made.push(await ask<Part>('POST', PARTS, { title, stock: 1, price: 200 }))
  })
  afterEach(() => ask('POST', `${PARTS}/delete`, { filter: '' }))

  /** Opens the grid, with the focus on the stock of the first part. */
  const open = async () => {
    const page = await shell.open('/operations/parts?_grid=yes')
    await page.getByRole('grid').waitFor()
    await page.getByRole('gridcell', { name: '1', exact: true }).first().click()
    return page
  }
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const isAt = (page: Page, row: number, column: number) =>
    page.locator(`tr[aria-rowindex="${row + 1}"] td:focus[aria-colindex="${column}"]`).waitFor()
  const areStored = (...wanted: number[]) =>
    until(`the stocks ${wanted.join()}`, async () => (await stocks()).join() === wanted.join())

  it('gets each value in its cell, although the first is still being saved', async () => {
    const page = await open()
    const letGo = await holdBack(page, 'PATCH', `${PARTS}/${made[0]?.id}`)
    await press(page, '1', '1', 'Enter', '1', '2', 'Enter', '1', '3', 'Enter')
    await letGo()
    await areStored(11, 12, 13)
    await isAt(page, 3, 3)
  })

  it('gets each value in its cell, although the editor is still being loaded', async () => {
    const page = await open()
    const letGo = await holdBack(page, 'GET', '/cell-editor*.js')
    await press(page, '2', '1', 'Enter', '2', '3', 'Backspace', '2', 'Enter')
    await letGo()
    await areStored(21, 22, 1)
    await isAt(page, 3, 3)
  })

  it('is left to the right with Tab, and to the left and upwards with Shift, whether or not the value is changed', async () => {
    const page = await open()
    await press(page, '3', '1', 'Tab', '7', 'Tab')
    await areStored(31, 1, 1)
    await isAt(page, 1, 5)
    await until('the price', async () => (await parts())[0]?.price === 700)
    await press(page, 'Shift+Tab', 'F2', 'Shift+Tab')
    await isAt(page, 1, 3)
    await press(page, 'ArrowDown', '3', '2', 'Shift+Enter')
    await areStored(31, 32, 1)
    await isAt(page, 1, 3)
  })

  it('leaves Tab to the time of a calendar', async () => {
    const page = await open()
    await page.locator('tr[aria-rowindex="2"] td[aria-colindex="7"]').click()
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Change Due at of Bolt' })
    await dialog.getByRole('button', { name: 'Due at' }).and(page.locator(':focus')).waitFor()
    await press(page, 'Enter')
    await page.getByRole('spinbutton').first().focus()
    await press(page, 'Tab')
    await page.getByRole('button', { name: 'Done' }).and(page.locator(':focus')).waitFor()
    expect(await dialog.isVisible()).to.equal(true)
  })

  it('leaves Tab to the choices of a conflict', async () => {
    const page = await open()
    const letGo = await holdBack(page, 'PATCH', `${PARTS}/${made[0]?.id}`)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await press(page, '5', '1', 'Enter')
    await sent
    await ask('PATCH', `${PARTS}/${made[0]?.id}`, { stock: 50 })
    await letGo()
    const conflict = page.getByRole('alertdialog')
    await conflict.waitFor()
    await conflict.getByRole('radio').first().focus()
    await press(page, 'Tab', 'Tab')
    await conflict.getByRole('button').and(page.locator(':focus')).waitFor()
    expect(await stocks()).to.deep.equal([50, 1, 1])
  })

  it('keeps the editor of a value that is refused, and does nothing to the cells below', async () => {
    const page = await open()
    const letGo = await holdBack(page, 'PATCH', `${PARTS}/${made[0]?.id}`)
    await press(page, '4', '1', 'Enter', '4', '2', 'Enter')
    const errors = [{ pointer: '/stock', detail: 'must be less.' }]
    const body = JSON.stringify({ title: 'Invalid', status: 422, code: 'validation_failed', detail: 'Invalid', errors })
    await letGo({ status: 422, contentType: 'application/problem+json', body })
    const dialog = page.getByRole('dialog', { name: 'Change Stock of Bolt' })
    await dialog.getByLabel('Stock').and(page.locator(':focus')).waitFor()
    expect(await dialog.getByLabel('Stock').inputValue()).to.equal('41')
    expect(await stocks()).to.deep.equal([1, 1, 1])
    await press(page, 'Enter')
    await areStored(41, 1, 1)
    await isAt(page, 2, 3)
  })
})
