import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Names only the elements that break a rule, which costs far less than describing those that keep it, too. */
const run = (within: string) => `axe.run(${within}, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + String(nodes[0]?.target)))`

/** Milliseconds after which a violation is one. Before, it may be a style that is just being replaced, as by another theme. */
const PATIENCE = 20_000

/**
 * The accessibility rules that a screen breaks, each with the first element that breaks it.
 *
 * @param within a CSS selector of the part to look at, for a page of thousands of elements. Default: the whole page.
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await readFile(axe, 'utf8'))
  const script = run(within === undefined ? 'document' : JSON.stringify(within))
  for (const end = Date.now() + PATIENCE; ;) {
    const found = await page.evaluate<string[]>(script)
    if (found.length === 0 || Date.now() > end) return found
  }
}
