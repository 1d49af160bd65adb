import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'
import { widgetsPlugin } from './widgets-plugin.ts'

describe('widgets of a custom screen', () => {
  let plugin: PluginDirectory
  const shell = useShell(async () => {
    plugin = await widgetsPlugin()
    return { plugins: [plugin.directory] }
  })
  after(() => plugin[Symbol.asyncDispose]())

  /** Opens a calendar before all days of its entries, because the address leaves today out. */
  async function openAgenda(to: string, options: BrowserContextOptions): Promise<Page> {
    const page = await shell.open('about:blank', options)
    await page.clock.setFixedTime('2026-10-06T12:00:00Z')
    await page.goto(`/operations/${to}`)
    return page
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`draw charts, with tables for screen readers, on a phone too; no violation in ${colorScheme}`, async () => {
      const page = await shell.open('/operations/figures', { colorScheme, viewport: { width: 390, height: 800 } })
      const visits = page.getByRole('region', { name: 'Visits' })
      await visits.locator('.recharts-line-curve').nth(2).waitFor()
      expect(await visits.locator('.recharts-line-curve').count()).to.equal(3)
      await page.getByRole('region', { name: 'New clients' }).locator('.recharts-bar-rectangle').first().waitFor()
      await page.getByRole('region', { name: 'Turnover' }).locator('.recharts-area-area').first().waitFor()
      expect(await page.getByRole('table', { name: 'Figures: Visits' }).getByRole('row').count()).to.equal(21)
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
    })
  }

  it('show a chart as a table, with full figures and a gap for a missing one', async () => {
    const page = await shell.open('/operations/figures')
    const region = page.getByRole('region', { name: 'New clients' })
    await region.getByRole('button', { name: 'As a table' }).click()
    await region.locator('svg.recharts-surface').waitFor({ state: 'detached' })
    const rows = await region.getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).to.deep.equal([
      ['Day', 'New', 'Archived'],
      ['Oct 1', '4', '1'],
      ['Oct 2', '1,250', '300'],
      ['Oct 3', '–', '0'],
    ])
    expect(await violations(page)).to.deep.equal([])
    await region.getByRole('button', { name: 'As a chart' }).click()
    await region.locator('svg.recharts-surface').first().waitFor()
  })

  it('show a calendar by week, month or day in the person’s time zone, and keep the view in the address', async () => {
    const page = await openAgenda('agenda?_date=2026-11-18', { timezoneId: 'Europe/Berlin' })
    await page.getByRole('heading', { level: 1, name: 'Visits' }).waitFor()
    await page.getByText('Nov 16 – 22, 2026').waitFor()
    await page.getByText('Times in Europe/Berlin (GMT+1)').waitFor()
    await page
      .getByRole('link', { name: 'Ada Lovelace 9:00 – 10:00 AM Blue Monday, November 16, 2026, Confirmed' })
      .waitFor()
    const night = page.getByRole('link', { name: 'Grace Hopper Nov 21, 11:30 PM – Nov 22, 1:30 AM' })
    await night.nth(1).waitFor()
    expect(await night.count(), 'one part at the hours of each day').to.equal(2)
    await page.getByText('7 entries').waitFor()
    expect(await violations(page)).to.deep.equal([])

    await page.getByText('Month', { exact: true }).click()
    await page.waitForURL('**/operations/agenda?_date=2026-11-18&_view=month')
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('link', { name: '3 more on November 18, 2026' }).click()
    await page.waitForURL('**/operations/agenda?_date=2026-11-18&_view=day')
    await page.getByRole('link', { name: /^Grace Hopper 5:00/ }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'November 23, 2026' }).click()
    await page.waitForURL('**/operations/agenda?_date=2026-11-23&_view=day')
    await page.getByText('Monday, November 23, 2026', { exact: true }).waitFor()
    await page.getByText('1 entry').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.goBack()
    await page.getByText('November 2026', { exact: true }).waitFor()
  })

  it('lead from a month on a phone to the entries of a day as a list, and keep the focus', async () => {
    const viewport = { width: 360, height: 740 }
    const page = await openAgenda('agenda?_date=2026-11-18&_view=month', { timezoneId: 'UTC', viewport })
    await page.getByRole('link', { name: /on November 18, 2026$/ }).click()
    await page.waitForURL('**/operations/agenda?_date=2026-11-18')
    await page
      .getByRole('link', { name: /^Grace Hopper/ })
      .first()
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'Visits' }).and(page.locator(':focus')).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /on November 23, 2026$/ }).click()
    await page.waitForURL('**/operations/agenda?_date=2026-11-23')
  })

  it('open the record of a calendar entry by keyboard alone', async () => {
    const page = await openAgenda('agenda?_date=2026-11-23', { timezoneId: 'UTC' })
    const entry = page.getByRole('link', { name: /^Ada Lovelace 9:00/ })
    await entry.waitFor()
    await page.getByRole('radio', { name: 'Week' }).focus()
    for (let presses = 0; presses < 20; presses += 1) {
      if ((await entry.and(page.locator(':focus')).count()) === 1) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operations/visits/8')
    await page.goBack()
    await page.getByRole('button', { name: 'Earlier' }).click()
    await page.getByText('Nov 16 – 22, 2026').waitFor()
    await page.getByRole('link', { name: 'New visit' }).click()
    await page.getByRole('dialog', { name: 'New visit' }).getByLabel('Client').waitFor()
  })

  it('count the entries of a month that has more than are loaded, and lead to the day', async () => {
    const page = await openAgenda('agenda?_date=2027-01-05&_view=month', { timezoneId: 'UTC' })
    await page.getByText('2,022 entries', { exact: true }).waitFor()
    await page.getByRole('link', { name: '2,020 entries on January 5, 2027' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('link', { name: '2 entries on January 8, 2027' }).click()
    await page.waitForURL('**/operations/agenda?_date=2027-01-08&_view=day')
    await page.getByText('2 entries', { exact: true }).waitFor()
  })

  it('show the whole width of a month on a phone, with the number of entries of each day', async () => {
    const page = await openAgenda('agenda?_date=2027-01-05&_view=month', {
      timezoneId: 'UTC',
      viewport: { width: 360, height: 800 },
    })
    const day = page.getByRole('link', { name: '2 entries on January 8, 2027' })
    await day.waitFor()
    expect(await day.getByText('2', { exact: true }).count()).to.equal(1)
    const sunday = await page.getByText('Sun', { exact: true }).boundingBox()
    expect((sunday?.x ?? Infinity) + (sunday?.width ?? 0)).to.be.below(360)
    expect(await violations(page)).to.deep.equal([])
  })

  it('say which days of a month are not loaded if nobody counts them, and that a week is empty', async () => {
    const page = await openAgenda('uncounted?_date=2027-01-05&_view=month', { timezoneId: 'UTC' })
    await page.getByText('The first 2,000 of 2,022. Choose a shorter period to see all.').waitFor()
    await page.getByRole('button', { name: 'January 8, 2027, not all entries are loaded' }).waitFor()
    expect(await page.getByRole('button', { name: /January 4, 2027, not/ }).count()).to.equal(0)
    expect(await violations(page)).to.deep.equal([])
    await page.goto('/operations/uncounted?_date=2027-03-10&_view=list')
    await page.getByText('No entries in this period').first().waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('show what can be read of a week in which too much happens at once, and lead to the day by resource', async () => {
    const page = await openAgenda('agenda?_date=2027-02-03', { timezoneId: 'UTC' })
    const more = page.getByRole('link', { name: /^11 more on February 3, 2027, 9:00/ })
    await more.waitFor()
    expect(await page.getByRole('link', { name: /9:00 – 10:00 AM Room/ }).count()).to.equal(1)
    expect(await violations(page)).to.deep.equal([])
    await more.click()
    await page.waitForURL('**/operations/agenda?_date=2027-02-03&_view=resource&_hour=9')
    await page
      .getByRole('link', { name: /9:00 – 10:00 AM/ })
      .nth(11)
      .waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`show a calendar as a list on a phone unless one chooses otherwise; no violation in ${colorScheme}`, async () => {
      const page = await openAgenda('agenda?_date=2026-11-18', {
        colorScheme,
        timezoneId: 'Europe/Berlin',
        viewport: { width: 390, height: 800 },
      })
      await page.getByRole('heading', { level: 2, name: 'Saturday, November 21' }).waitFor()
      const [first] = await page.getByRole('heading', { level: 2 }).allTextContents()
      expect(first, 'the list begins with the chosen day').to.equal('Wednesday, November 18')
      const entries = page.getByRole('list').getByRole('link', { name: 'Grace Hopper' })
      await entries.nth(3).waitFor()
      expect(await entries.count()).to.equal(4)
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
      await page.getByText('Day', { exact: true }).click()
      await page.getByRole('link', { name: /^Grace Hopper 9:30/ }).waitFor()
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
    })
  }

  it('say that a chart has no rows, or that its answer has none at the declared path', async () => {
    const page = await shell.open('/operations/figures')
    await page.getByRole('region', { name: 'Nothing' }).getByText('No figures yet').waitFor()
    const broken = page.getByRole('region', { name: 'Broken' })
    await broken.getByText('The answer of [/api/v1/practice/summary] has no list of rows.').waitFor()
    await broken.getByRole('button', { name: 'Try again' }).waitFor()
  })
})
