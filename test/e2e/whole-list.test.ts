import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { tabTo } from './keyboard.ts'
import { isQuiet, isWatching, ITEMS, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const COUNT = 300

describe('All records of a list below each other', () => {
  const shell = useShell()

  before('create records', async () => {
    for (let first = 0; first < COUNT; first += 25)
      await Promise.all(Array.from({ length: 25 }, (_, at) => shell.create({ name: nameOf(first + at) })))
  })

  const nameOf = (index: number) => `Lamp ${String(index).padStart(3, '0')}`
  const row = (page: Page, index: number) => page.getByRole('link', { name: nameOf(index), exact: true })
  const scroll = (page: Page, share: number) =>
    page.evaluate(
      `{ const frame = document.querySelector('[data-whole=true]'); frame.scrollTop = ${share} * frame.scrollHeight }`,
    )
  const inView = (page: Page) => page.locator('tbody tr[data-index]').count()

  async function open(query = '_limit=all&_sort=name&_order=ASC', options = {}): Promise<Page> {
    const page = await shell.open('about:blank', options)
    const watching = isWatching(page)
    await page.goto(`/operations/items?${query}`)
    await watching
    await page.locator('tbody tr[data-index]').first().waitFor()
    return page
  }

  it('are chosen where the size of pages is, have rows where one looks, and are read as one scrolls', async () => {
    const page = await shell.open('/operations/items?_sort=name&_order=ASC')
    const read: string[] = []
    page.on('request', (request) => {
      const start = new URL(request.url()).searchParams.get('_start')
      if (start !== null) read.push(start)
    })
    await page.getByLabel('Rows').selectOption('All')
    await page.getByText(`1–${COUNT} of ${COUNT}`).waitFor()
    await row(page, 0).waitFor()
    expect(new URL(page.url()).searchParams.get('_limit')).to.equal('all')
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).to.equal(String(COUNT + 1))
    expect(await violations(page)).to.deep.equal([])

    await scroll(page, 1)
    await row(page, COUNT - 1).waitFor()
    expect(await inView(page)).to.be.lessThan(60)
    const last = page.getByRole('row').filter({ has: row(page, COUNT - 1) })
    expect(await last.getAttribute('aria-rowindex')).to.equal(String(COUNT + 1))
    expect(read, 'what lies between was not read').to.include.members(['0', '200']).and.not.include('100')
    await scroll(page, 0.5)
    await row(page, COUNT / 2).waitFor()

    await page.getByLabel('Rows').selectOption('25')
    await page.getByText(`1–25 of ${COUNT}`).waitFor()
  })

  it('are found again at the same place after one has looked at a record', async () => {
    const page = await open()
    await scroll(page, 0.5)
    await row(page, 150).click()
    await page.getByRole('heading', { level: 1, name: nameOf(150) }).waitFor()
    await page.goBack()
    await row(page, 150).waitFor()
    await page.getByRole('searchbox').or(page.getByPlaceholder('Search…')).first().fill('Lamp 29')
    await page.getByText('1–13 of 13').waitFor()
    await row(page, 29).waitFor()
  })

  it('are all selected at once, and one by one wherever they stand', async () => {
    const page = await open()
    const selected = page.getByRole('region', { name: 'Selected records' }).getByRole('status')
    await page.getByLabel(`Select ${nameOf(1)}`).check()
    await scroll(page, 1)
    await page.getByLabel(`Select ${nameOf(COUNT - 1)}`).check()
    await until('two', async () => (await selected.textContent()) === '2 selected')
    await page.getByLabel('Select all', { exact: true }).check()
    await until('all', async () => (await selected.textContent()) === `${COUNT} selected`)
    await page.getByLabel('Select all', { exact: true }).uncheck()
    await selected.waitFor({ state: 'detached' })
  })

  it('keep the row with the focus while one scrolls, and go on from it with the arrow keys', async () => {
    const page = await open()
    await tabTo(page, new RegExp(`^${nameOf(0)}$`))
    await page.keyboard.press('ArrowDown')
    await scroll(page, 0.9)
    await row(page, 270).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).to.equal(nameOf(1))
    await page.keyboard.press('ArrowDown')
    await until('the next row', async () => (await page.evaluate('document.activeElement.textContent')) === nameOf(2))
  })

  it('stay in place while others change the list, and show the changes when one wants it', async () => {
    const page = await open('_limit=all&_sort=id&_order=DESC')
    await scroll(page, 0.5)
    const links = page.locator('tbody tr[data-index] a')
    // The rows of before stay until the next frame.
    await page.locator(`tr[aria-rowindex="${COUNT / 2 + 2}"] a`).waitFor()
    await isQuiet(page)
    const before = await links.allTextContents()
    const { id } = await shell.create({ name: 'Ash chair' })
    const offer = page.getByRole('button', { name: '1 new' })
    await offer.waitFor()
    expect(await links.allTextContents()).to.deep.equal(before)
    await offer.click()
    await offer.waitFor({ state: 'detached' })
    await scroll(page, 0)
    await page.getByRole('link', { name: 'Ash chair' }).waitFor()
    await shell.host.request(`${ITEMS}/${id}`, { method: 'DELETE' })
  })

  it('say which rows could not be read, and read them again', async () => {
    const page = await open()
    await page.route(/_start=200/, (route) => route.fulfill({ status: 403, json: { title: 'Forbidden' } }))
    await scroll(page, 1)
    const alert = page.getByRole('alert').filter({ hasText: 'These rows could not be read.' })
    await alert.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.unroute(/_start=200/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await row(page, COUNT - 1).waitFor()
    await alert.waitFor({ state: 'detached' })
  })

  it('have headings of groups, and fit a phone', async () => {
    const page = await open('_limit=all&_sort=price&_order=ASC&_grouped=yes', {
      viewport: { width: 360, height: 740 },
    })
    await page.getByRole('rowheader', { name: /^Price/ }).waitFor()
    await scroll(page, 1)
    await until('the end', async () => (await page.locator(`tr[aria-rowindex="${COUNT + 1}"] a`).count()) === 1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
    expect(await violations(page)).to.deep.equal([])
  })
})
