import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'

/**
 * Types into the open search of a panel until it offers an option. A list that does not answer within 1 s is left out, so somebody on a
 * busy machine asks again, and waits longer each time.
 */
export async function findBySearch(page: Page, text: string, option: Locator): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search' })
  let patience = 1_500
  await until(`a search for ${text} to find it`, async () => {
    await search.fill('')
    await search.fill(text)
    patience *= 2
    return option.waitFor({ timeout: patience }).then(
      () => true,
      () => false,
    )
  })
}
