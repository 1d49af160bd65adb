import type { Page } from 'playwright-core'
import type { Finding } from '../finding.ts'
import { median, quantile } from '../median.ts'
import { against } from './against.ts'
import { timedKey } from './clock.ts'
import type { Stage } from './stage.ts'

const WARM_UP = 3
const CHANGES = 30

/** From Enter in the editor of a cell to the frame that shows the new value in the list. The host has saved it by then. */
export async function ownChange(stage: Stage): Promise<Finding[]> {
  const shell = await change(await stage.shell('/operations/items'), inShell)
  const minimal = await change(await stage.minimal('/list/a'), inMinimal)
  const note = `median ${median(shell).toFixed(1)} ms, ${shell.length} values`
  const times = { shell: quantile(shell, 0.95), minimal: quantile(minimal, 0.95) }
  return [against('own change of a value in a list, p95', { ...times, wanted: 50, note })]
}

async function change(page: Page, once: (page: Page, at: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < WARM_UP + CHANGES; at += 1) {
    const time = await once(page, at)
    if (at >= WARM_UP) times.push(time)
  }
  await page.context().close()
  return times
}

/** Changes the price in a row. */
async function inShell(page: Page, at: number): Promise<number> {
  const row = page.locator('tbody tr').nth(at % 20)
  const price = `${700 + at}.25`
  await row.hover()
  await row.getByRole('button', { name: /^Change Price / }).click()
  const dialog = page.getByRole('dialog', { name: /^Change / })
  await dialog.getByLabel('Price').fill(price)
  const shown = `document.querySelectorAll('tbody tr')[${at % 20}].textContent.includes('${price}')`
  const span = await timedKey(page, 'Enter', shown)
  await dialog.waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  return span.shown
}

async function inMinimal(page: Page, at: number): Promise<number> {
  const cell = page.locator('td[contenteditable]').nth(at % 20)
  await cell.fill(`${700 + at}.25`)
  const shown = `document.querySelectorAll('td[contenteditable]')[${at % 20}].previousElementSibling.textContent === '${700 + at}.25'`
  return (await timedKey(page, 'Enter', shown)).shown
}
