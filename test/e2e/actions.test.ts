import { expect } from 'chai'
import { rows, useShell } from './use-shell.ts'

describe('actions', () => {
  const shell = useShell()
  beforeEach(() => shell.removeAll())

  it('on a row ask for confirmation, run, and show the result', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', status: 'active' })
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: 'Actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByText('Retire this item?').waitFor()
    await page.getByRole('dialog').locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    expect((await shell.item(id)).status).to.equal('active')

    await page.getByRole('button', { name: 'Actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
    await page.getByText('Retired: “Oak lamp”').waitFor()
    await page.getByRole('cell', { name: 'Retired' }).waitFor()
    expect((await shell.item(id)).status).to.equal('retired')
  })

  it('on a record lead back to the list after a deletion, which is not asked about because it can be undone', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open(`/operations/items/${id}`)
    await page.getByRole('button', { name: 'More actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.waitForURL('**/operations/items')
    await page.getByText('Deleted: “Oak lamp”').waitFor()
    await page.getByText('No items yet').waitFor()
  })

  it('are undone from their toast, and by Ctrl+Z, also after a reload', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open(`/operations/items/${id}`)
    const deleteLamp = async () => {
      await page.getByRole('button', { name: 'More actions for Oak lamp' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('No items yet').waitFor()
    }
    await deleteLamp()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: Deleted: “Oak lamp”').waitFor()
    await page.getByRole('cell', { name: 'Oak lamp', exact: true }).waitFor()
    await page.goto(`/operations/items/${id}`)
    await deleteLamp()
    await page.reload()
    await page.getByText('No items yet').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('cell', { name: 'Oak lamp', exact: true }).waitFor()
    expect((await shell.item(id)).name).to.equal('Oak lamp')
  })

  it('are undone by Ctrl+Z as soon as they are done, while what they are called is still being fetched', async () => {
    await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/operations/items')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/name-after-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('No items yet').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Deleted: “Oak lamp”').waitFor()
    const named = page.waitForResponse('**/name-after-*.js')
    release()
    await (await named).finished()
    await rows(page, 1)
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).count(), 'offered once more').to.equal(0)
  })

  it('that cannot be undone are named by Ctrl+Z, which takes back the change before them only when pressed again', async () => {
    await shell.create({ name: 'Oak lamp', status: 'active' })
    await shell.create({ name: 'Glass vase' })
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: 'Actions for Glass vase' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted: “Glass vase”').waitFor()
    await page.getByRole('button', { name: 'Actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
    await page.getByText('Retired: “Oak lamp”').waitFor()
    await page.keyboard.press('Control+z')
    await page
      .getByText('This cannot be undone: Retired: “Oak lamp”. The same keys now undo: Deleted: “Glass vase”')
      .waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    await page.keyboard.press('Control+z')
    expect((await rows(page, 2)).sort()).to.deep.equal(['Glass vase', 'Oak lamp'])
  })

  it('on selected rows change only these rows', async () => {
    for (const name of ['One', 'Two', 'Three']) await shell.create({ name })
    const page = await shell.open('/operations/items')
    await page.getByLabel('Select One').check()
    await page.getByLabel('Select Three').check()
    await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1–1 of 1').waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Two'])
    await page.getByRole('button', { name: 'Undo' }).click()
    expect((await rows(page, 3)).sort()).to.deep.equal(['One', 'Three', 'Two'])
  })

  it('on all matches reach beyond the page, but not beyond the search', async () => {
    for (let number = 0; number < 30; number += 1) await shell.create({ name: `Chair ${number}` })
    await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/operations/items?q=chair')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 30 matching' }).click()
    await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing matches').waitFor()
    await page.goto('/operations/items')
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
  })
})
