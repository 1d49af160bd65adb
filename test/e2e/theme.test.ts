import { expect } from 'chai'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { isQuiet, useShell } from './use-shell.ts'

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

  it('stays what was chosen last when an earlier choice is answered late', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: /^Account/ }).click()
    const choose = async (name: string) => {
      await page.getByRole('menuitemradio', { name }).click()
      await page.locator(`html[data-mantine-color-scheme=${name.toLowerCase()}]`).waitFor()
    }
    let answers = 0
    page.on('response', (answer) => void (answers += answer.request().method() === 'PATCH' ? 1 : 0))
    const letGo = await holdBack(page, 'PATCH', '/api/v1/auth/me')
    await choose('Dark')
    await choose('Light')
    await page.evaluate(WATCH)
    await letGo()
    await until('both answers', () => answers === 2)
    await isQuiet(page)
    expect(await page.evaluate('window.themes')).not.to.include('dark')
  })
})

/** Collects the themes that the page gets from now on. */
const WATCH = `
  window.themes = []
  new MutationObserver(() => window.themes.push(document.documentElement.dataset.mantineColorScheme))
    .observe(document.documentElement, { attributes: true })
`
