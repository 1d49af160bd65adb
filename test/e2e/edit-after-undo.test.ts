import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { holdBack } from './hold-back.ts'
import { rows, useShell } from './use-shell.ts'

describe('A value that is edited again', () => {
  const shell = useShell()
  afterEach(() => shell.removeAll())

  const cell = (page: Page, value: string) => page.getByRole('row').getByRole('cell').filter({ hasText: value })
  const change = async (page: Page, value: string) => {
    await cell(page, value).hover()
    await cell(page, value)
      .getByRole('button', { name: /^Change / })
      .click()
    return page.getByRole('dialog', { name: /^Change / })
  }
  const save = async (page: Page, from: string, to: string) => {
    const dialog = await change(page, from)
    await dialog.getByLabel('Price').fill(to)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await cell(page, to).waitFor()
  }

  it('is not a conflict with oneself after Ctrl+Z, even if the editor opens before the answer', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', price: 4000 })
    const page = await shell.open('/operations/items')
    await rows(page, 1)
    await save(page, '40.00', '45.50')

    const letUndo = await holdBack(page, 'POST', '/api/v1/platform/undo/*')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('undo'))
    await page.keyboard.press('Control+z')
    await sent
    const dialog = await change(page, '45.50')
    expect(await dialog.getByLabel('Price').count(), 'it waits for the undo').to.equal(0)
    await letUndo()
    await dialog.getByLabel('Price').fill('47.00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await cell(page, '47.00').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await shell.item(id)).to.include({ price: 4700 })
  })
})
