import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'

/** Presses Tab until the focus is on an element with this name, which may still have to appear. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await until(`focus on ${name}`, async () => {
    await page.keyboard.press('Tab')
    const found = await page.evaluate<string>(`(() => {
      const focused = document.activeElement
      return (focused?.getAttribute('aria-label') ?? (focused?.labels?.[0] ?? focused)?.textContent ?? '').trim()
    })()`)
    return name.test(found)
  })
}

/** Presses the arrow down until an option of the focused box is chosen, which may still have to be loaded. */
export async function choose(page: Page, name: string): Promise<void> {
  const chosen = page.locator('[role=option][data-combobox-selected]')
  await until(`the option ${name}`, async () => {
    await page.keyboard.press('ArrowDown')
    return (await chosen.allTextContents())[0]?.trim() === name
  })
  await page.keyboard.press('Enter')
}
