import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'

/**
 * Types into the open search of a panel until it offers an option. A list that does not answer within 1 s is left out, so somebody on a
 * busy machine searches again.
 */
export async function findBySearch(page: Page, text: string, option: Locator): Promise<void> {
  const again = page.getByRole('button', { name: 'Search again' })
  await page.getByRole('combobox', { name: 'Search' }).fill(text)
  await until(`a search for ${text} to find it`, async () => {
    if (await option.isVisible()) return true
    // It goes as soon as the lists are asked, and does not come back if all of them answer.
    if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => undefined)
    return false
  })
}

/** Types into the open search of a panel and chooses an option. A later answer without its list may take the option away before the click. */
export async function chooseBySearch(page: Page, text: string, option: Locator): Promise<void> {
  await until(`${text} to be chosen`, async () => {
    await findBySearch(page, text, option)
    return option.click({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  })
}
