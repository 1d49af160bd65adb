import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { TEMPLATE, useShell } from './use-shell.ts'

describe('finding one’s way', function () {
  this.timeout(30_000)
  let plugin: string
  let remove: () => Promise<void>
  const shell = useShell(async () => {
    const made = await createTestDirectory()
    remove = made.remove
    plugin = path.join(made.directory, 'template')
    await cp(TEMPLATE, plugin, { recursive: true })
    return { plugins: [plugin], watch: true }
  })
  after(() => remove())

  it('by the search of the panel, which finds screens and records', async () => {
    await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/operations/items')
    await page.getByRole('link', { name: 'Oak lamp' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('oak')
    await page.getByRole('option', { name: 'Oak lamp' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Items' }).click()
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
  })

  it('by what the host says of an address that leads nowhere', async () => {
    const page = await shell.open('/operations/nothing/here')
    await page.getByRole('heading', { level: 1, name: 'There is no such screen' }).waitFor()
    await page.getByText('has no module [nothing]').waitFor()
    await page.goto('/nowhere')
    await page.getByText('There is no panel [nowhere].').waitFor()
  })

  it('on a narrow screen by a drawer, with nothing wider than the screen', async () => {
    const page = await shell.open('/operations/items', { viewport: { width: 360, height: 740 } })
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Items' }).waitFor()
  })

  it('by labels that change when the author saves, without a reload', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    const source = path.join(plugin, 'src/resources.ts')
    const text = await readFile(source, 'utf8')
    await writeFile(source, text.replace(`.title('Items')`, `.title('Things')`))
    const renamed = page.getByRole('heading', { level: 1, name: 'Things' })
    for (let looks = 0; looks < 80 && !(await renamed.isVisible()); looks += 1) {
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
      await page.waitForTimeout(100)
    }
    await renamed.waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Things' }).waitFor()
  })
})
