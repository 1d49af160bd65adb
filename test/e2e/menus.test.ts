import { expect } from 'chai'
import { holdBack } from './hold-back.ts'
import { rows, useShell } from './use-shell.ts'

describe('What a button opens', () => {
  const shell = useShell()
  before(async () => {
    for (const name of ['Oak lamp', 'Pine table']) await shell.create({ name })
  })

  const openList = async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 2)
    return page
  }

  it('stays closed if another panel has been opened while it was being loaded', async () => {
    const page = await openList()
    const letGo = await holdBack(page, 'GET', '/columns-panel*.js')
    const arrived = page.waitForResponse('**/columns-panel*.js')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByRole('dialog', { name: 'Sort' }).locator(':focus').waitFor()
    await letGo()
    await (await arrived).finished()
    // A click would close it again.
    await page.getByRole('button', { name: 'Views', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'Views' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Columns' }).count()).to.equal(0)
  })

  it('stays closed if another menu has been asked for while it was being loaded', async () => {
    const page = await openList()
    const letGo = await holdBack(page, 'GET', '/menu-frame*.js')
    await page.getByRole('button', { name: 'Actions for Oak lamp' }).press('Enter')
    await page.getByRole('button', { name: 'Actions for Pine table' }).press('Enter')
    await letGo()
    await page.getByRole('menu', { name: 'Actions for Pine table' }).waitFor()
    expect(await page.getByRole('menu').count()).to.equal(1)
  })

  it('gives the focus back, the first time, too', async () => {
    const page = await openList()
    const button = page.getByRole('button', { name: 'Actions for Oak lamp' })
    await button.press('Enter')
    await page.getByRole('menu').locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await button.and(page.locator(':focus')).waitFor()
  })
})
