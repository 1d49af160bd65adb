import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The accessibility rules that a screen breaks, each with the first element that breaks it. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'))
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)')
  return violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`)
}
