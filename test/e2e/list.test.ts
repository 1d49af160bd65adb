import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

describe('the list of a resource', () => {
  const shell = useShell()

  before(async () => {
    for (const [name, status, price] of [
      ['Oak lamp', 'active', 4000],
      ['Pine table', 'draft', 12_000],
      ['Glass vase', 'retired', 900],
    ] as const) {
      await shell.create({ name, status, price })
    }
    for (let number = 0; number < 30; number += 1) await shell.create({ name: `Chair ${number}`, price: 5000 })
  })

  it('shows a page of records, newest first, and the total', async () => {
    const page = await shell.open('/operations/items')
    const names = await rows(page, 25)
    expect(names).to.have.length(25)
    expect(names[0]).to.equal('Chair 29')
    await page.getByText('1–25 of 33').waitFor()
    expect(new URL(page.url()).search).to.equal('')
  })

  it('keeps search, filters, sorting and page in the address, for sharing and the Back button', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 25)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**/operations/items?_page=2')
    await page.getByRole('button', { name: 'Price' }).click()
    await page.waitForURL('**/operations/items?_sort=price&_order=ASC')
    await page.locator('tbody tr').first().getByRole('link', { name: 'Glass vase' }).waitFor()
    expect(await rows(page, 25)).to.have.length(25)

    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('dialog', { name: 'Status' }).getByLabel('Active').check()
    await page.waitForURL('**/operations/items?status=active&_sort=price&_order=ASC')
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])

    const shared = await shell.open(new URL(page.url()).pathname + new URL(page.url()).search)
    expect(await rows(shared, 1)).to.deep.equal(['Oak lamp'])
    await page.goBack()
    await page.waitForURL('**/operations/items?_sort=price&_order=ASC')
    expect(await rows(page, 25)).to.have.length(25)
  })

  it('has a second order by Shift and a click, shown with numbers', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 25)
    await page.getByRole('button', { name: 'Price' }).click()
    await page.waitForURL('**/operations/items?_sort=price&_order=ASC')
    await page.getByRole('button', { name: 'Name' }).click({ modifiers: ['Shift'] })
    await page.waitForURL('**/operations/items?_sort=price%2Cname&_order=ASC%2CASC')
    await page.getByRole('button', { name: 'Name 2' }).click({ modifiers: ['Shift'] })
    await page.waitForURL('**/operations/items?_sort=price%2Cname&_order=ASC%2CDESC')
    await page.locator('tbody tr').nth(2).getByRole('link', { name: 'Chair 9' }).waitFor()
    const names = ['Glass vase', 'Oak lamp', 'Chair 9', 'Chair 8']
    expect((await rows(page, 25)).slice(0, 4), 'chairs of one price from Z to A').to.deep.equal(names)
    await page.getByRole('button', { name: 'Name 2' }).click()
    await page.waitForURL('**/operations/items?_sort=name&_order=ASC')
  })

  it('is sorted by several columns in a panel, with the keyboard alone', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 25)
    await page.getByRole('button', { name: 'Sort', exact: true }).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Sort' })
    await panel.getByLabel('Then by').selectOption('Name')
    await page.waitForURL('**?_sort=name&_order=ASC')
    await panel.getByLabel('Then by').selectOption('Price')
    await panel.getByLabel('Order of Price').selectOption('Highest first')
    await page.waitForURL('**?_sort=name%2Cprice&_order=ASC%2CDESC')
    await panel.getByRole('button', { name: 'Do not sort by Name' }).click()
    await page.waitForURL('**?_sort=price&_order=DESC')
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await page.locator('[aria-label=Sort]:focus').waitFor()
  })

  it('has a panel for its order that opens at the first order, not at what takes it back', async () => {
    const page = await shell.open('/operations/items?_sort=name&_order=ASC')
    await rows(page, 25)
    await page.getByRole('button', { name: 'Sort', exact: true }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Sort' })
    await panel.getByLabel('Sort by').and(page.locator(':focus')).waitFor()
  })

  it('stands in groups of equal values of its order, for whoever opens the link', async () => {
    const page = await shell.open('/operations/items?_sort=price&_order=DESC')
    await rows(page, 25)
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByRole('dialog', { name: 'Sort' }).getByLabel('Group rows by Price').check()
    await page.waitForURL('**/operations/items?_sort=price&_order=DESC&_grouped=yes')
    expect(await violations(page)).to.deep.equal([])

    const shared = await shell.open(new URL(page.url()).pathname + new URL(page.url()).search)
    const headings = shared.getByRole('rowheader')
    await headings.first().waitFor()
    expect(await headings.allTextContents()).to.deep.equal(['Price€120.00', 'Price€50.00'])
    const [first = '', second = ''] = await shared.locator('tbody tr').allTextContents()
    expect([first, second.includes('Pine table')]).to.deep.equal(['Price€120.00', true])
  })

  it('is printed as a table, on white, without what can only be clicked', async () => {
    const page = await shell.open('/operations/items', { colorScheme: 'dark' })
    await rows(page, 25)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByRole('button', { name: 'New item' }).waitFor({ state: 'hidden' })
    // The browser tells the page a moment after its styles.
    await page.locator('[data-mantine-color-scheme=light]').waitFor()
    for (const name of ['Search this list', 'Select all on this page', 'Rows'])
      expect(await page.getByLabel(name).isVisible(), name).to.equal(false)
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).to.equal(1)
    expect(await page.getByText('1–25 of 33').isVisible()).to.equal(true)
    const look = await page.evaluate<{ ink: string; isWhole: boolean }>(`(() => {
      const frame = document.querySelector('table').parentElement
      return { ink: getComputedStyle(document.body).color, isWhole: frame.scrollHeight === frame.clientHeight }
    })()`)
    expect(look).to.deep.equal({ ink: 'rgb(27, 27, 31)', isWhole: true })
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.locator('[data-mantine-color-scheme=dark]').waitFor()
  })

  it('is filtered by days that people often ask for, with two clicks', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 25)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Created at' }).click()
    const days = page.getByRole('dialog', { name: 'Created at' }).getByRole('group', { name: 'Days' })
    await days.getByRole('button', { name: 'Tomorrow' }).click()
    await page.getByText('Nothing matches').waitFor()
    await days.getByRole('button', { name: 'Last 7 days' }).click()
    expect(await rows(page, 25)).to.have.length(25)
    await page.getByRole('button', { name: 'Created at is in the last 7 days' }).waitFor()
    await page.waitForURL('**/operations/items?created_at_within=last_7_days')
  })

  it('has conditions as chips that say field, comparison and values, and that are changed and removed', async () => {
    const page = await shell.open('/operations/items?status=active&status=retired&created_at_within=last_7_days')
    expect(await rows(page, 2)).to.deep.equal(['Glass vase', 'Oak lamp'])
    await page.getByRole('button', { name: 'Created at is in the last 7 days' }).waitFor()
    await page.getByRole('button', { name: 'Status is Active or Retired' }).click()
    const editor = page.getByRole('dialog', { name: 'Status' })
    await editor.getByLabel('How Status is compared').selectOption('is not')
    await page.waitForURL('**/items?created_at_within=last_7_days&status_ne=active&status_ne=retired')
    await page.getByRole('button', { name: 'Status is none of Active, Retired' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove the filter Created at' }).click()
    await page.waitForURL('**/items?status_ne=active&status_ne=retired')
  })

  it('is searched while one types, after the key /', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 25)
    await page.keyboard.press('/')
    await page.getByLabel('Search this list').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('oak')
    await page.waitForURL('**/operations/items?q=oak')
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    await page.keyboard.press('Escape')
    await page.waitForURL('**/operations/items')
    expect(await rows(page, 25)).to.have.length(25)
  })

  it('says that nothing matches, and offers to clear the filters', async () => {
    const page = await shell.open('/operations/items?q=nothing-like-that')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    expect(await rows(page, 25)).to.have.length(25)
  })

  it('goes to the last page if the address names a later one', async () => {
    const page = await shell.open('/operations/items?_page=9')
    expect(await rows(page, 8)).to.have.length(8)
    await page.waitForURL('**/operations/items?_page=2')
  })

  it('links each row to its record: in place by a click anywhere, in a new tab by the middle button', async () => {
    const page = await shell.open('/operations/items?q=oak')
    await rows(page, 1)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('cell', { name: 'Active' }).click({ button: 'middle' }),
    ])
    await tab.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    await page.getByRole('cell', { name: 'Active' }).click()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    expect(page.url()).to.match(/\/operations\/items\/\d+$/)
  })

  it('remembers the selected columns', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Price' }).uncheck()
    await page.reload()
    await rows(page, 25)
    expect(await page.getByRole('columnheader', { name: 'Price' }).count()).to.equal(0)
  })

  const exported = async (page: Page, what: string, button = page.getByRole('button', { name: 'Export as CSV' })) => {
    await button.click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: what }).click(),
    ])
    expect(download.suggestedFilename()).to.equal('items.csv')
    return (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  }

  it('is exported as a file with all matches and fields', async () => {
    const page = await shell.open('/operations/items?q=chair')
    await rows(page, 25)
    const lines = await exported(page, 'All fields, as stored')
    expect(lines).to.have.length(31)
  })

  it('is exported as it is on the screen: its columns in their order, its order, its words', async () => {
    const page = await shell.open(
      '/operations/items?status=active&status=draft&_sort=price&_order=DESC&_columns=status,name',
    )
    await rows(page, 25)
    const lines = await exported(page, 'As on the screen')
    expect(lines).to.have.length(33)
    expect(lines.slice(0, 2)).to.deep.equal(['Status,Name', 'Draft,Pine table'])
    expect(lines).to.include('Active,Oak lamp')
  })

  it('is exported with the selected rows only, as shown or as stored; with all matching ones if they are selected', async () => {
    const page = await shell.open('/operations/items?status=active&status=draft&_sort=price&_order=DESC&_columns=name')
    const [first, , third] = await rows(page, 25)
    for (const at of [2, 0]) await page.locator('tbody').getByRole('checkbox').nth(at).check()
    const bar = page.getByRole('region', { name: 'Selected records' })
    const button = bar.getByRole('button', { name: 'Export' })
    expect(await exported(page, 'As on the screen', button)).to.deep.equal(['Name', first, third])
    const stored = await exported(page, 'All fields, as stored', button)
    expect(stored[0]).to.include('name,').and.include('status')
    expect(stored).to.have.length(3)
    await bar.getByRole('button', { name: 'Select all 32 matching' }).click()
    expect(await exported(page, 'As on the screen', button)).to.have.length(33)
  })
})
