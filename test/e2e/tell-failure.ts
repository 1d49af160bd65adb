import type { Browser, Page } from 'playwright-core'
import type { TestHost } from '../../host/testing/index.ts'

/** Characters of a page that are enough to see where it was. */
const MOST_TEXT = 1_500

/** Prints what stood on the pages of a browser when a test failed, and which plugins the host found at fault. */
export async function tellFailure(browser: Browser, host: TestHost): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const told = await Promise.all([...pages.map(textOf), faults(host).catch(String)])
  console.error(told.filter(Boolean).join('\n\n'))
}

async function textOf(page: Page): Promise<string> {
  const text = await page.evaluate<string>('document.body.innerText').catch((error: unknown) => String(error))
  return `${page.url()} showed:\n${text.slice(0, MOST_TEXT)}`
}

async function faults(host: TestHost): Promise<string> {
  const response = await host.request('/api/v1/plugins')
  const plugins = (await response.json()) as { id: string; state: string; diagnostics: object[] }[]
  const faulty = plugins.filter(({ state, diagnostics }) => state === 'failed' || diagnostics.length > 0)
  return faulty.map(({ id, state, diagnostics }) => `[${id}] ${state}: ${JSON.stringify(diagnostics)}`).join('\n')
}
