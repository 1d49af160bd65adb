import type { Page } from 'playwright-core'

/** Presses Tab until the focus is on an element with this name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate<string>(`(() => {
      const focused = document.activeElement
      return (focused?.getAttribute('aria-label') ?? (focused?.labels?.[0] ?? focused)?.textContent ?? '').trim()
    })()`)
    if (name.test(found)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

/** Presses the arrow down until an option of the focused box is chosen. */
export async function choose(page: Page, name: string): Promise<void> {
  const chosen = page.locator('[role=option][data-combobox-selected]')
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('ArrowDown')
    const found = (await chosen.count()) > 0 ? await chosen.first().textContent() : ''
    if (found?.trim() === name) return page.keyboard.press('Enter')
  }
  throw new Error(`No arrow reached the option ${name}`)
}
