import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Browser, Page } from 'playwright-core'
import type { TestHost } from '../../host/testing/index.ts'

/** Characters of a page that are enough to see where it was. */
const MOST_TEXT = 1_500

const delay = monitorEventLoopDelay()
delay.enable()

/**
 * Prints what stood on the pages of a browser when a test failed, which plugins the host found at fault, and how busy the machine was.
 * A wait that ends after its limit says nothing of the product if this process itself stood still for as long.
 */
export async function tellFailure(browser: Browser, host: TestHost): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const told = await Promise.all([...pages.map(textOf), faults(host).catch(String)])
  console.error([...told, strain()].filter(Boolean).join('\n\n'))
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

function strain(): string {
  const [minute = 0, fiveMinutes = 0] = loadavg()
  const stood = `This process stood still for up to ${(delay.max / 1e9).toFixed(1)} s`
  return `${stood}; the load was ${minute.toFixed(1)} in the last minute and ${fiveMinutes.toFixed(1)} in the last five.`
}
