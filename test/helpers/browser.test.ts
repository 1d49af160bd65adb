import { expect } from 'chai'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { bundledChromium } from './bundled-chromium.ts'

async function headingIn(browser: Browser): Promise<string | null> {
  const page = await browser.newPage()
  await page.setContent('<h1>Grüße</h1>')
  return page.textContent('h1')
}

describe('openBrowser', () => {
  it('opens a page in whichever Chromium the machine has', async () => {
    const browser = await openBrowser()
    try {
      expect(await headingIn(browser)).to.equal('Grüße')
    } finally {
      await browser.close()
    }
  })

  it('has a Chromium from npm to fall back on, which brings its own libraries', async () => {
    const browser = await chromium.launch({ ...(await bundledChromium()), args: ['--no-sandbox', '--disable-gpu'] })
    try {
      expect(await headingIn(browser)).to.equal('Grüße')
    } finally {
      await browser.close()
    }
  })
})
