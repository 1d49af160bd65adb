import { expect } from 'chai'
import { useShell } from './use-shell.ts'

describe('the theme', () => {
  const shell = useShell()

  it('follows the system until one chooses, and applies the choice before the first paint', async () => {
    const page = await shell.open('/operations/items', { colorScheme: 'dark' })
    const theme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await theme()).to.equal('dark')

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
    await page.reload({ waitUntil: 'commit' })
    await page.locator('html[data-mantine-color-scheme]').waitFor({ state: 'attached' })
    expect(await theme()).to.equal('light')
  })
})
