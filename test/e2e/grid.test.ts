import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { gridPlugin } from './grid-plugin.ts'
import { holdBack } from './hold-back.ts'
import { tabTo } from './keyboard.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PARTS = '/api/v1/shed/parts'
const SPARES = '/api/v1/shed/spares'
const MAKERS = '/api/v1/shed/makers'

interface Part {
  readonly id: number
  readonly title: string
  readonly [field: string]: unknown
}

describe('A list as a grid', () => {
  // Changing 250 records takes two seconds, and on a busy machine a minute.
  const shell = useShell(async () => ({ plugins: [(await gridPlugin()).directory], handlerSeconds: 60 }))
  const ask = async <Value>(method: string, to: string, json?: unknown): Promise<Value> => {
    const response = await shell.host.request(to, { method, ...(json !== undefined && { json }) })
    if (!response.ok) throw new Error(`${method} ${to} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Value
  }
  const make = async (to: string, ...values: object[]): Promise<Part[]> => {
    const made: Part[] = []
    for (const each of values) made.push(await ask<Part>('POST', to, each))
    return made
  }
  const parts = (fields: readonly string[] = ['title']) =>
    ask<Part[]>('GET', `${PARTS}?_sort=id&_start=0&_end=500`).then((rows) =>
      rows.map((row) => fields.map((name) => row[name] ?? null)),
    )
  afterEach(async () => {
    for (const list of [PARTS, SPARES]) await ask('POST', `${list}/delete`, { filter: '' })
  })

  const PERMISSIONS = ['clipboard-read', 'clipboard-write']
  const openGrid = async (list = 'parts', query = '') => {
    const page = await shell.open(`/operations/${list}?_grid=yes${query}`, { permissions: PERMISSIONS })
    await page.getByRole('grid').waitFor()
    return page
  }
  const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true })
  const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
  const paste = async (page: Page, ...rows: string[][]) => {
    const text = rows.map((row) => row.join('\t')).join('\n')
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('Control+v')
  }
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

  it('takes 1,000 cells copied from another list as one change, which Ctrl+Z takes back', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => index)
    await make(SPARES, ...rows.map((at) => ({ title: `Spare ${at}`, state: 'in_use', stock: at, price: at * 101 })))
    await make(PARTS, ...rows.map((at) => ({ title: `Part ${at}` })))
    const fields = ['title', 'state', 'stock', 'price']
    const before = await parts(fields)
    const page = await openGrid('spares', '&_limit=250')
    await cell(page, 'Spare 0').click()
    await page.keyboard.press('Control+Shift+ArrowDown')
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('status').filter({ hasText: '250 rows × 4 columns, 1,000 cells' }).waitFor()
    await page.keyboard.press('Control+c')
    await page.getByText('Copied 1,000 cells.').waitFor()

    await page.goto('/operations/parts?_grid=yes&_limit=250')
    await cell(page, 'Part 0').click()
    await page.keyboard.press('Control+v')
    const dialog = page.getByRole('dialog', { name: 'Change 1,000 cells?' })
    await dialog.getByText('This changes 1,000 cells in 250 records and can be undone.').waitFor()
    expect(await violations(page, '[role="dialog"]')).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Change 1,000 cells' }).click()
    await page.getByText('250 records changed').waitFor({ timeout: 180_000 })
    expect(await parts(fields)).to.deep.equal(rows.map((at) => [`Spare ${at}`, 'in_use', at, at * 101]))
    await cell(page, 'Spare 249').waitFor()

    await page.keyboard.press('Control+z')
    await page.getByText('Undone').waitFor({ timeout: 180_000 })
    expect(await parts(fields)).to.deep.equal(before)
  })

  it('reads texts as its columns show them: options, amounts, days, moments, and related records by title', async () => {
    const [maker] = await make(MAKERS, { name: 'Acme' })
    await make(PARTS, { title: 'Bolt' }, { title: 'Cog' })
    const page = await openGrid()
    await cell(page, 'Bolt').click()
    const values = ['In use', '1,200', '€12.50', 'Yes', 'Dec 24, 2026', '2026-12-24 18:00', 'acme', '"two\nlines"']
    await paste(page, ['Bolt', ...values])
    await page.getByText('1 record changed').waitFor()
    await page.locator('td:focus').waitFor()
    const [bolt] = await ask<Part[]>('GET', `${PARTS}?q=Bolt`)
    expect(bolt).to.deep.include({
      ...{ state: 'in_use', stock: 1200, price: 1250, sold: true, due_on: '2026-12-24', maker_id: maker?.id },
      notes: 'two\nlines',
    })
    expect(bolt?.due_at).to.match(/^2026-12-2[345]T/)

    await make(MAKERS, { name: 'Twin' }, { name: 'Twin' })
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await paste(page, ['Twin'])
    const ambiguous = page.getByRole('dialog', { name: 'Nothing can be changed' })
    await ambiguous.getByText('“Twin” is the name of 2 records. Enter the id instead.').waitFor()
    await ambiguous.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await ambiguous.waitFor({ state: 'detached' })
    await page.locator('td:focus').waitFor()

    // The row is copied as it is shown, and pasted into the next one.
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Control+c')
    const shown = /^Bolt\tIn use\t1,200\t€12.50\tYes\tDec 24, 2026\tDec 24, 2026, .*\tAcme\t"two\nlines"\t/
    await until('the row is copied', async () => shown.test(await copied(page)))
    await cell(page, 'Cog').click()
    await page.keyboard.press('Control+v')
    await until('both rows are equal', async () => {
      const [first, second] = await parts([
        'title',
        'state',
        'stock',
        'price',
        'sold',
        'due_on',
        'due_at',
        'maker_id',
        'notes',
      ])
      return JSON.stringify(first) === JSON.stringify(second)
    })
  })

  it('shows which cells it refuses and why, and changes the others if the person agrees', async () => {
    await make(PARTS, { title: 'Bolt', stock: 1 }, { title: 'Cog', stock: 2 }, { title: 'Dial', stock: 3 })
    const page = await openGrid()
    await cell(page, 'Bolt').click()
    await paste(page, ['Bolt', 'Broken', 'many'], ['', 'Gone', '-4'], ['Dial', 'New', '30'], ['Extra', '', ''])
    const dialog = page.getByRole('dialog', { name: 'Change 2 cells?' })
    for (const reason of [/^“Broken” is none of /, '“many” is not a number.', 'Title is required', 'At least 0'])
      await dialog.getByText(reason).waitFor()
    await dialog.getByText('4 cells cannot be changed. 3 cells beyond the end of the page are left out.').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await parts(['title', 'state', 'stock']), 'nothing was sent').to.deep.equal([
      ['Bolt', 'new', 1],
      ['Cog', 'new', 2],
      ['Dial', 'new', 3],
    ])
    await page.locator('td:focus').waitFor()
    await page.keyboard.press('Control+v')
    await dialog.getByRole('button', { name: 'Change the other 2' }).click()
    await page.getByText('2 records changed').waitFor()
    expect(await parts(['title', 'state', 'stock'])).to.deep.equal([
      ['Bolt', 'new', 1],
      ['Cog', 'gone', 2],
      ['Dial', 'new', 30],
    ])
    await page.locator('td:focus').waitFor()
    await page.keyboard.press('End')
    await paste(page, ['yesterday'])
    const nothing = page.getByRole('dialog', { name: 'Nothing can be changed' })
    await nothing.getByText('This column is read only.').waitFor()
    await nothing.getByRole('button', { name: 'Close' }).last().click()
  })

  it('does not overwrite records that somebody else has changed meanwhile: they are named, and their cells marked', async () => {
    const made = await make(PARTS, ...Array.from({ length: 30 }, (_, at) => ({ title: `Part ${at}`, stock: at })))
    const page = await openGrid('parts', '&_limit=50')
    await cell(page, 'Part 0').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await paste(page, ['7'])
    const dialog = page.getByRole('dialog', { name: 'Change 29 cells?' })
    await dialog.waitFor()
    await ask('PATCH', `${PARTS}/${made[3]?.id}`, { notes: 'by somebody else' })
    await dialog.getByRole('button', { name: 'Change 29 cells' }).click()
    const outcome = page.getByRole('dialog', { name: '28 done, 1 failed' })
    await outcome.getByText('Part 3').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    const marked = page.locator('td[aria-invalid=true]')
    expect(await marked.getAttribute('title')).to.contain('Somebody else')
    expect(await marked.textContent()).to.equal('3')
    const stock = (await parts(['stock'])).map(([each]) => each)
    expect(stock).to.deep.equal(made.map((_, at) => (at === 3 ? 3 : 7)))
    await outcome.waitFor({ state: 'detached' })
    await page.locator('td:focus').waitFor()
    await page.keyboard.press('Escape')
    await marked.waitFor({ state: 'detached' })
  })

  it('names the value that the host refuses, such as a code that is taken', async () => {
    await make(PARTS, { title: 'Bolt', code: 'A1' }, { title: 'Cog', code: 'B2' })
    const page = await openGrid('parts', '&_columns=title,code')
    await cell(page, 'B2').click()
    await paste(page, ['A1'])
    const outcome = page.getByRole('dialog', { name: '0 done, 1 failed' })
    await outcome.getByText(/^Code: /).waitFor()
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    expect(await page.locator('td[aria-invalid=true]').textContent()).to.equal('B2')
    expect(await parts(['code'])).to.deep.equal([['A1'], ['B2']])
  })

  it('says that nothing changes if the host keeps the pasted value in the form that it has already', async () => {
    await make(SPARES, { title: 'Bolt', code: 'A1' })
    const page = await openGrid('spares', '&_columns=title,code')
    await cell(page, 'A1').click()
    await paste(page, ['b2'])
    await page.getByText('1 record changed').waitFor()
    await cell(page, 'B2').click()
    await paste(page, ['b2'])
    await page.getByText('Nothing to change').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 'A1').waitFor()
  })

  it('empties each cell of a quick series, and changes each value of one, although the first is still being saved', async () => {
    await make(PARTS, ...['Bolt', 'Cog', 'Dial'].map((title) => ({ title, notes: `old ${title}` })))
    const page = await openGrid('parts', '&_columns=title,notes')
    const letGo = await holdBack(page, 'POST', `${PARTS}/change`)
    await cell(page, 'old Bolt').click()
    for (const key of ['Delete', 'ArrowDown', 'Delete', 'ArrowDown', 'Delete']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowLeft')
    await paste(page, ['Disc'])
    await letGo()
    await cell(page, 'Disc').waitFor()
    expect(await parts(['title', 'notes'])).to.deep.equal([
      ['Bolt', null],
      ['Cog', null],
      ['Disc', null],
    ])
  })

  it('changes the record whose cell was chosen, although it moves up while an earlier change is being saved', async () => {
    await make(PARTS, { title: 'Bolt' }, { title: 'Cog' }, { title: 'Dial' })
    const page = await openGrid('parts', '&state=new')
    const letGo = await holdBack(page, 'POST', `${PARTS}/change`)
    await page.locator('td[aria-colindex="2"]').first().click()
    await paste(page, ['Gone'])
    await page.keyboard.press('ArrowDown')
    await paste(page, ['Gone'])
    await letGo()
    await until('one is left', async () => (await page.locator('tbody tr').count()) === 1)
    expect(await parts(['title', 'state'])).to.deep.equal([
      ['Bolt', 'gone'],
      ['Cog', 'gone'],
      ['Dial', 'new'],
    ])
  })

  it('is used with the keyboard alone: walked, edited by typing, emptied, and left', async () => {
    await make(PARTS, { title: 'Bolt', stock: 1, notes: 'old' }, { title: 'Cog', stock: 2, notes: 'older' })
    const page = await shell.open('/operations/parts')
    await tabTo(page, /^Grid$/)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await tabTo(page, /^Bolt$/)
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).to.equal('1')
    const grid = page.getByRole('grid')
    expect(await grid.getAttribute('aria-rowcount')).to.equal('3')
    const here = page.locator('td:focus')
    expect(await here.getAttribute('aria-colindex')).to.equal('3')
    expect(await page.locator('tr:has(td:focus)').getAttribute('aria-rowindex')).to.equal('2')
    expect(await grid.locator('td[tabindex="0"]').count(), 'stops of the Tab key').to.equal(1)

    await page.keyboard.type('42')
    const dialog = page.getByRole('dialog', { name: 'Change Stock of Bolt' })
    await until('what was typed', async () => (await dialog.getByLabel('Stock').inputValue()) === '42')
    await page.keyboard.press('Enter')
    await page.getByText('Changes saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('td:focus').filter({ hasText: '2' }).waitFor()
    expect(await parts(['stock'])).to.deep.equal([[42], [2]])

    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('F2')
    await dialog.getByLabel('Stock').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('td:focus').waitFor()
    await page.keyboard.press('Tab')
    expect(await here.getAttribute('aria-colindex')).to.equal('4')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('status').filter({ hasText: '2 rows × 1 column, 2 cells' }).waitFor()
    expect(await grid.locator('[aria-selected=true]').allTextContents()).to.deep.equal(['42', '2'])
    await page.keyboard.press('Delete')
    await page.getByText('2 records changed').waitFor()
    expect(await parts(['stock', 'notes'])).to.deep.equal([
      [null, 'old'],
      [null, 'older'],
    ])
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('Created at cannot be changed here.').waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Escape')
    expect(await grid.locator('[aria-selected=true]').count()).to.equal(1)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Paste cells').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.locator('td:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Grid' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Bolt' }).waitFor()
  })

  it('keeps what one types in a cell until its editor and the record are there, as the keys change it', async () => {
    const [bolt] = await make(PARTS, { title: 'Bolt', stock: 1, price: 200 })
    const page = await openGrid()
    const letEditor = await holdBack(page, 'GET', '/cell-editor*.js')
    const letRecord = await holdBack(page, 'GET', `${PARTS}/${bolt?.id}`)
    const dialog = page.getByRole('dialog', { name: 'Change Stock of Bolt' })
    await cell(page, '1').click()
    for (const key of ['4', 'Escape', 'ArrowRight']) await page.keyboard.press(key)
    await page.locator('td:focus[aria-colindex="4"]').waitFor()
    for (const key of ['ArrowLeft', '5', 'Backspace', '6']) await page.keyboard.press(key)
    await letEditor()
    await dialog.and(page.locator(':focus')).waitFor()
    for (const key of ['1', '2', 'Backspace']) await page.keyboard.press(key)
    await letRecord()
    await until('what was typed', async () => (await dialog.getByLabel('Stock').inputValue()) === '61')
  })

  it('saves what was entered, although the arrow down is pressed before the editor has closed', async () => {
    const [bolt] = await make(PARTS, { title: 'Bolt', stock: 1 })
    const page = await openGrid()
    const letGo = await holdBack(page, 'PATCH', `${PARTS}/${bolt?.id}`)
    const dialog = page.getByRole('dialog', { name: 'Change Stock of Bolt' })
    await cell(page, '1').click()
    await page.keyboard.press('5')
    await dialog.getByLabel('Stock').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await dialog.locator('[type=submit][data-loading]').waitFor()
    await page.keyboard.press('ArrowDown')
    await letGo()
    await dialog.waitFor({ state: 'detached' })
    expect(await parts(['stock'])).to.deep.equal([[5]])
  })

  it('is chosen from by dragging and with Shift and a click, and fills a range with one text', async () => {
    await make(PARTS, { title: 'Bolt' }, { title: 'Cog' }, { title: 'Dial' })
    const page = await openGrid()
    const state = page.locator('td[aria-colindex="2"]')
    await state.nth(0).hover()
    await page.mouse.down()
    await state.nth(1).hover()
    await state.nth(2).hover()
    await page.mouse.up()
    await page.getByRole('status').filter({ hasText: '3 rows × 1 column, 3 cells' }).waitFor()
    await paste(page, ['Gone'])
    await page.getByText('3 records changed').waitFor()
    expect(await parts(['state'])).to.deep.equal([['gone'], ['gone'], ['gone']])
    await cell(page, 'Bolt').click()
    await page
      .locator('td[aria-colindex="2"]')
      .nth(1)
      .click({ modifiers: ['Shift'] })
    await page.getByRole('status').filter({ hasText: '2 rows × 2 columns, 4 cells' }).waitFor()
    await page.keyboard.press('Control+c')
    await until('the cells are copied', async () => (await copied(page)) === 'Bolt\tGone\nCog\tGone')
  })

  it('keeps what was entered in a cell after a click elsewhere, and goes there if nothing was entered', async () => {
    await make(PARTS, { title: 'Bolt', stock: 1 }, { title: 'Cog', stock: 2 })
    const page = await openGrid()
    await cell(page, '1').dblclick()
    const dialog = page.getByRole('dialog', { name: 'Change Stock of Bolt' })
    await dialog.getByLabel('Stock').and(page.locator(':focus')).waitFor()
    await cell(page, 'Cog').click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('td:focus').filter({ hasText: 'Cog' }).waitFor()
    expect(await page.locator('[aria-selected=true]').allTextContents()).to.deep.equal(['Cog'])

    await cell(page, '1').click()
    await page.keyboard.type('77')
    await until('what was typed', async () => (await dialog.getByLabel('Stock').inputValue()) === '77')
    await cell(page, 'Cog').click()
    expect(await dialog.getByLabel('Stock').inputValue()).to.equal('77')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until('it is saved', async () => JSON.stringify(await parts(['stock'])) === '[[77],[2]]')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('td:focus').filter({ hasText: '77' }).waitFor()
  })

  it('is remembered for the list, and not offered where records cannot be changed or on a phone', async () => {
    await make(PARTS, { title: 'Bolt' })
    const page = await openGrid()
    await page.getByRole('button', { name: 'Grid' }).click()
    await page.getByRole('link', { name: 'Bolt' }).waitFor()
    expect(new URL(page.url()).searchParams.has('_grid')).to.equal(false)
    await page.getByRole('button', { name: 'Grid' }).click()
    await page.getByRole('grid').waitFor()
    await page.goto('/operations/parts')
    await page.getByRole('grid').waitFor()
    await page.goto('/operations/spares')
    await page.getByText('No spares yet').waitFor()
    expect(await page.getByRole('grid').count(), 'another list').to.equal(0)

    const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
    const small = await shell.open('/operations/parts?_grid=yes', phone)
    await small.getByRole('link', { name: 'Bolt' }).waitFor()
    expect(await small.getByRole('button', { name: 'Grid' }).count()).to.equal(0)
  })
})
