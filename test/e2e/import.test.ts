import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { choose, tabTo } from './keyboard.ts'
import { type Item, ITEMS, rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const LIST = '/operations/items'
const LOCALE = { locale: 'en-US' }

/** Saved by a spreadsheet on Windows: semicolons and its own encoding. */
const PRICES = Buffer.from(
  'Name;State;List price;Colour\nChâteau lamp;Active;12.50;red\nRug;gone;3;\n;Draft;x;\n',
  'latin1',
)

describe('The import into a list', () => {
  const shell = useShell()
  afterEach(() => shell.removeAll())

  const items = async () => (await (await shell.host.request(`${ITEMS}?_sort=id`)).json()) as Item[]
  const named = async () => (await items()).map(({ name, status, price }) => `${name} ${status} ${price}`)
  const open = async (options: object = {}) => {
    const page = await shell.open(LIST, { ...LOCALE, ...options })
    await page.getByRole('button', { name: 'Import…' }).click()
    return { page, dialog: page.getByRole('dialog', { name: 'Import items' }) }
  }
  const chooseFile = (dialog: Locator, buffer: Buffer | string) =>
    dialog
      .getByLabel('The file to import')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(buffer as string) })
  const figures = (dialog: Locator) => dialog.getByRole('status').locator('dd').allTextContents()
  const shot = async (page: Page, name: string) => {
    const folder = process.env['ATRIUM_SHOTS']
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
  }

  it('takes a file of a spreadsheet, says what is wrong with its lines, and takes them once they are corrected; it is undone as one', async () => {
    const { page, dialog } = await open()
    await chooseFile(dialog, 'Name,Price\n"Lamp,1\n')
    await dialog.getByRole('alert').filter({ hasText: 'a quotation mark is not closed' }).waitFor()
    await shot(page, '1-bad-file')
    await chooseFile(dialog, PRICES)
    await dialog.getByRole('heading', { name: 'Match the columns' }).waitFor()
    const field = (heading: string) => dialog.getByRole('combobox', { name: `Field for ${heading}` })
    expect(await field('Name').inputValue()).to.equal('Name')
    expect(await field('List price').inputValue()).to.equal('Price')
    expect(await field('Colour').inputValue()).to.equal('Leave out')
    expect(await field('State').inputValue(), 'no field is named like this').to.equal('Leave out')
    await field('State').click()
    await page.getByRole('option', { name: 'Status' }).click()
    await dialog.getByText('This column is left out: Colour.').waitFor()
    await dialog.getByRole('status').getByText('3 lines, 1 column left out', { exact: true }).waitFor()
    await dialog.getByText('Château lamp · Rug').waitFor()
    await shot(page, '2-columns')
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Check the lines' }).click()

    await dialog.getByText('“gone” is none of Draft, Active, Retired.').waitFor()
    // A first name alone tells nobody whose line it is.
    await dialog.getByText('Rug · 3', { exact: true }).waitFor()
    expect(await figures(dialog)).to.deep.equal(['1', '0', '0', '2'])
    await dialog.getByText('“x” is not an amount.').waitFor()
    await dialog.getByText('Required', { exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).to.equal(true)
    await shot(page, '3-check')
    expect(await violations(page)).to.deep.equal([])
    expect(await items()).to.deep.equal([])

    await dialog.getByLabel('Status, line 3').fill('draft')
    await dialog.getByLabel('Price, line 4').fill('7')
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await until('one line left', async () => (await figures(dialog)).join() === '2,0,0,1')
    await dialog.getByRole('heading', { name: 'Check and import' }).and(page.locator(':focus')).waitFor()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await shot(page, '4-one-left')
    await dialog.getByLabel('Name, line 4').fill('Chair')
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await dialog.getByRole('button', { name: 'Import 3 lines' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Imported: 3 created').waitFor()
    await rows(page, 3)
    expect(await named()).to.deep.equal(['Château lamp active 1250', 'Rug draft 300', 'Chair draft 700'])

    await page.getByRole('heading', { name: 'Items', level: 1 }).click()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone').waitFor()
    expect(await items()).to.deep.equal([])
  })

  it('changes the records of an export, leaves those alone that are the same, and the history says so', async () => {
    const lamp = await shell.create({ name: 'Lamp', price: 1000, notes: 'old' })
    const rug = await shell.create({ name: 'Rug', price: 2000 })
    const answer = await shell.host.request(ITEMS, { headers: { accept: 'text/csv' } })
    const text = (await answer.text()).replace('1000', '1500')
    const { page, dialog } = await open()
    await chooseFile(dialog, text)
    await dialog.getByRole('heading', { name: 'Match the columns' }).waitFor()
    const key = dialog.getByRole('combobox', { name: 'Records that exist already' })
    expect(await key.inputValue()).to.equal('Are changed if they have the same ID')
    expect(await dialog.getByLabel(/Amounts are in the smallest unit/).isChecked()).to.equal(true)
    await shot(page, '5-export')
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await until('the figures', async () => (await figures(dialog)).join() === '0,1,1,0')
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await page.getByText('Imported: 1 changed').waitFor()
    expect(await shell.item(lamp.id)).to.include({ price: 1500, notes: 'old' })
    expect(await shell.item(rug.id)).to.include({ price: 2000 })
    await page.goto(`${LIST}/${lamp.id}`)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByText('Import items').waitFor()
  })

  for (const [screen, viewport] of [
    ['a phone', { width: 360, height: 740 }],
    ['a small window', { width: 1024, height: 600 }],
  ] as const)
    it(`keeps its buttons free of toasts in ${screen}`, () => keepsButtonsFree(viewport))

  async function keepsButtonsFree(viewport: { width: number; height: number }): Promise<void> {
    const { page, dialog } = await open({ viewport })
    await chooseFile(dialog, `Name,Price\nLamp,1\n${'Rug,-1\n'.repeat(5)}`)
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await dialog.getByLabel(/The 1 valid line/).check()
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Imported: 1 created' })
    await toast.waitFor()
    await shot(page, '7-phone')
    // Who points at a message keeps it.
    await toast.hover()
    const close = dialog.getByRole('button', { name: 'Close', exact: true }).last()
    await until('the button is above the toast', async () => {
      await close.scrollIntoViewIfNeeded()
      const [button, above] = [await close.boundingBox(), await toast.boundingBox()]
      return button !== null && above !== null && button.y + button.height <= above.y
    })
    await close.click()
    await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor()
  }

  it('saves the valid lines alone if the person says so, and keeps the refused ones for correction', async () => {
    const { page, dialog } = await open()
    await chooseFile(dialog, 'Name,Price,Notes\nLamp,1,\nRug,-1,\n')
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await dialog.getByLabel(/The 1 valid line/).check()
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await page.getByText('Imported: 1 created').waitFor()
    const waiting = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download as CSV' }).click()
    const file = await readFile(await (await waiting).path(), 'utf8')
    expect(file).to.equal('\uFEFFName,Price,Notes,Reason\r\nRug,-1,,Price: At least 0\r\n')
    await shot(page, '6-rest')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByText('The other lines are saved. 1 refused line is not').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByLabel('Price, line 3').fill('2')
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await named()).to.deep.equal(['Lamp draft 100', 'Rug draft 200'])
  })

  it('checks what is corrected while the valid lines are being saved', async () => {
    const { page, dialog } = await open()
    await chooseFile(dialog, 'Name,Price\nLamp,1\nRug,-1\n')
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await dialog.getByLabel(/The 1 valid line/).check()
    const save = await holdBack(page, 'POST', `${ITEMS}/import`)
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await dialog.getByLabel('Price, line 3').fill('2')
    await save()
    await page.getByText('Imported: 1 created').waitFor()
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await named()).to.deep.equal(['Lamp draft 100', 'Rug draft 200'])
  })

  it('checks all lines again if what it saved is undone while the others are corrected', async () => {
    const before = await named()
    const { page, dialog } = await open()
    await chooseFile(dialog, 'Name,Price\nCandle,1\nMirror,-1\n')
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await dialog.getByLabel(/The 1 valid line/).check()
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await page.getByText('Imported: 1 created').waitFor()
    await dialog.getByLabel('Price, line 3').fill('2')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.getByText('To create').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await named()).to.deep.equal([...before, 'Candle draft 100', 'Mirror draft 200'].sort())
  })

  it('is done with the keyboard alone, with cells that were copied from a spreadsheet', async () => {
    const page = await shell.open(LIST, LOCALE)
    await page.getByRole('button', { name: 'Import…' }).waitFor()
    await tabTo(page, /^Import…$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Import items' }).waitFor()
    await tabTo(page, /^Or paste/)
    await page.keyboard.insertText('Article\tPrice\nLamp\t1\nRug\tmuch\n')
    await tabTo(page, /^Next$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Field for Article$/)
    await page.keyboard.press('ArrowDown')
    await choose(page, 'Name')
    await tabTo(page, /^Check the lines$/)
    await page.keyboard.press('Enter')
    await page.getByText('“much” is not an amount.').waitFor()
    await tabTo(page, /^Price, line 3$/)
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('2')
    await tabTo(page, /^Check again$/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Import 2 lines' }).waitFor()
    await tabTo(page, /^Import 2 lines$/)
    await page.keyboard.press('Enter')
    await page.getByText('Imported: 2 created').waitFor()
    await until('the focus is back', () =>
      page.evaluate(`document.activeElement?.getAttribute('aria-label') === 'Import…'`),
    )
    expect(await named()).to.deep.equal(['Lamp draft 100', 'Rug draft 200'])
  })

  it('fills the screen of a phone, in the dark, without a violation, and asks before it discards the file', async () => {
    const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
    const { page, dialog } = await open(phone)
    await shot(page, '7-phone-file')
    expect(await violations(page)).to.deep.equal([])
    await chooseFile(dialog, PRICES)
    await dialog.getByRole('heading', { name: 'Match the columns' }).waitFor()
    await shot(page, '8-phone-columns')
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await dialog.getByText('“x” is not an amount.').waitFor()
    await shot(page, '9-phone-check')
    expect(await violations(page)).to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('is found in the search', async () => {
    const page = await shell.open(LIST, LOCALE)
    await page.getByRole('button', { name: 'Import…' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('import')
    await page.getByRole('option', { name: 'Import… Items' }).click()
    await page.getByRole('dialog', { name: 'Import items' }).getByRole('button', { name: 'Choose a file…' }).waitFor()
  })

  it('offers a template with the headings of the form, which is matched whole', async () => {
    const { page, dialog } = await open()
    const waiting = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download a template' }).click()
    const text = await readFile(await (await waiting).path(), 'utf8')
    expect(text).to.equal('\uFEFFName,Status,Price,Notes\r\n')
    await chooseFile(dialog, `${text}Lamp,,1,\r\n`)
    await dialog.getByRole('heading', { name: 'Match the columns' }).waitFor()
    const fields = await dialog.getByRole('combobox', { name: /^Field for / }).all()
    expect(await Promise.all(fields.map((field) => field.inputValue()))).to.deep.equal([
      ...['Name', 'Status', 'Price', 'Notes'],
    ])
  })
})
