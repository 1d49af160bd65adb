import { expect } from 'chai'
import type { Page } from 'playwright-core'

/** Returns a function that ends the processes of all pages as the operating system does when it needs their memory. */
export async function prepareKill(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  expect(renderers).not.to.have.lengthOf(0)
  return async () => {
    const crashed = page.waitForEvent('crash')
    for (const { id } of renderers) end(id)
    await crashed
    await devtools?.detach()
  }
}

/** The process of a page that was closed just before may have ended by itself. */
function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
