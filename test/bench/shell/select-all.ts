import type { Page } from 'playwright-core'
import type { Finding } from '../finding.ts'
import { median } from '../median.ts'
import { against } from './against.ts'
import { timed } from './clock.ts'
import type { Stage } from './stage.ts'

const ROWS = 250
const WARM_UP = 2
const TIMES = 9

/** From the click on the checkbox in the head of a list to the frame in which all 250 are checked. */
export async function selectAll(stage: Stage): Promise<Finding[]> {
  const shell = await choose(await stage.shell(`/operations/items?_limit=${ROWS}`))
  const minimal = await choose(await stage.minimal('/choice'))
  const note = `${TIMES} times, the slowest ${Math.max(...shell).toFixed(1)} ms`
  return [against(`select all of ${ROWS} rows`, { shell: median(shell), minimal: median(minimal), wanted: 100, note })]
}

async function choose(page: Page): Promise<number[]> {
  const times: number[] = []
  const box = page.locator('thead input[type=checkbox]')
  const until = (count: number) => `document.querySelectorAll('tbody input:checked').length === ${count}`
  await page
    .locator('tbody input[type=checkbox]')
    .nth(ROWS - 1)
    .waitFor()
  for (let at = 0; at < WARM_UP + TIMES; at += 1) {
    const { shown } = await timed(page, { event: 'click', shown: until(ROWS) }, () => box.click())
    if (at >= WARM_UP) times.push(shown)
    await timed(page, { event: 'click', shown: until(0) }, () => box.click())
  }
  await page.context().close()
  return times
}
