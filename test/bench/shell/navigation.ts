import type { Page } from 'playwright-core'
import type { Finding } from '../finding.ts'
import { median, quantile } from '../median.ts'
import { against } from './against.ts'
import { timed } from './clock.ts'
import type { Stage } from './stage.ts'

/** A link, and how the page shows that its screen is there. */
interface Step {
  readonly link: string
  readonly shown: string
}

const WARM_UP = 3
const ROUNDS = 20

/** The heading is that of the screen, and the first of 25 rows is one of its own. */
const list = (title: string, row: string) =>
  `document.querySelector('h1')?.textContent.startsWith('${title}') &&
   document.querySelector('tbody a')?.textContent.startsWith('${row}') && document.querySelectorAll('tbody a').length >= 25`

const record = (title: string) =>
  `document.querySelector('h1')?.textContent.startsWith('${title}') && document.querySelector('main dd') !== null`

const SHELL: readonly Step[] = [
  { link: 'tbody tr:nth-child(3) a', shown: record('Item ') },
  { link: 'nav a[href="/operations/sheets"]', shown: list('Sheets', 'Sheet ') },
  { link: 'nav a[href="/operations/items"]', shown: list('Items', 'Item ') },
]

const MINIMAL: readonly Step[] = [
  { link: 'tbody tr:nth-child(3) a', shown: record('Record ') },
  { link: 'nav a[href="/list/b"]', shown: list('List b', 'Row b ') },
  { link: 'nav a[href="/list/a"]', shown: list('List a', 'Row a ') },
]

/** Clicks on links to screens that were shown before: from a list to a record, to another list and back. */
export async function navigation(stage: Stage): Promise<Finding[]> {
  const shell = await walk(await stage.shell('/operations/items'), SHELL)
  const minimal = await walk(await stage.minimal('/list/a'), MINIMAL)
  const note = `median ${median(shell).toFixed(1)} ms, ${shell.length} clicks`
  const times = { shell: quantile(shell, 0.95), minimal: quantile(minimal, 0.95) }
  return [against('navigation to a cached screen, p95', { ...times, wanted: 100, note })]
}

async function walk(page: Page, steps: readonly Step[]): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { link, shown } of steps) {
      const span = await timed(page, { event: 'click', shown }, () => page.locator(link).first().click())
      if (round >= WARM_UP) times.push(span.shown)
      await page.waitForLoadState('networkidle')
    }
  }
  await page.context().close()
  return times
}
