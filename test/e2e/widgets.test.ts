import { expect } from 'chai'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'
import { widgetsPlugin } from './widgets-plugin.ts'

describe('widgets of a custom screen', function () {
  this.timeout(60_000)
  let plugin: PluginDirectory
  const shell = useShell(async () => {
    plugin = await widgetsPlugin()
    return { plugins: [plugin.directory] }
  })
  after(() => plugin[Symbol.asyncDispose]())

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`charts are drawn, and read out as tables, on a phone too; nothing to complain of in ${colorScheme}`, async () => {
      const page = await shell.open('/operations/figures', { colorScheme, viewport: { width: 390, height: 800 } })
      const visits = page.getByRole('region', { name: 'Visits' })
      await visits.locator('.recharts-line-curve').last().waitFor()
      expect(await visits.locator('.recharts-line-curve').count()).to.equal(3)
      await page.getByRole('region', { name: 'New clients' }).locator('.recharts-bar-rectangle').first().waitFor()
      await page.getByRole('region', { name: 'Turnover' }).locator('.recharts-area-area').first().waitFor()
      expect(await page.getByRole('table', { name: 'Figures: Visits' }).getByRole('row').count()).to.equal(21)
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
    })
  }

  it('a chart can be had as a table, with every figure in full and a gap where there is none', async () => {
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

  it('a chart without rows says so, and one whose answer holds none says where it looked', async () => {
    const page = await shell.open('/operations/figures')
    await page.getByRole('region', { name: 'Nothing' }).getByText('No figures yet').waitFor()
    const broken = page.getByRole('region', { name: 'Broken' })
    await broken.getByText('[/api/v1/practice/summary] answered no list of rows.').waitFor()
    await broken.getByRole('button', { name: 'Try again' }).waitFor()
  })
})
