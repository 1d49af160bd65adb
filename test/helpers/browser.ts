import { chromium } from 'playwright-core'
import type { Browser, LaunchOptions } from 'playwright-core'
import { bundledChromium } from './bundled-chromium.ts'
import { installedChromium } from './installed-chromium.ts'

/** Root cannot use Chromium's sandbox. Background requests to Google would only delay a machine without internet access. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a headless Chromium: an installed one, else the one in the npm package `@sparticuz/chromium`, which is unpacked
 * at first use. Throws if neither starts and says what to install. The caller closes it.
 */
export async function openBrowser(): Promise<Browser> {
  const installed = installedChromium()
  const options: LaunchOptions = installed ? { executablePath: installed } : await bundledChromium()
  try {
    return await chromium.launch({ ...options, args: ARGUMENTS })
  } catch (cause) {
    throw new Error(
      `The browser [${options.executablePath}] does not start. Install Chromium (Debian: apt-get install chromium) or Chrome, then run the tests again.`,
      { cause },
    )
  }
}
