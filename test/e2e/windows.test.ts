import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../helpers/browser.ts'
import { Windows } from './windows.ts'

describe('the windows of a suite', () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.end('<title>A page</title>')
  })
  let browser: Browser
  let windows: Windows
  let origin: string
  before('start a server and a browser', async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await openBrowser()
    windows = new Windows({ browser, origin, onOpen: () => undefined })
  })
  after('close both', async () => {
    await browser?.close()
    server.closeAllConnections()
    server.close()
  })

  const KEPT = `[document.cookie, sessionStorage.kept ?? '', localStorage.kept ?? '', history.length].join()`
  const open = async () => {
    const page = await windows.open({ cookies: [{ name: 'session', value: 'new', url: origin }] })
    await page.goto(`${origin}/page`)
    return page
  }

  it('are used again without what an earlier test left in them', async () => {
    const first = await open()
    const atFirst = await first.evaluate(KEPT)
    await first.evaluate(`document.cookie = 'left=1', sessionStorage.kept = localStorage.kept = 'left'`)
    await first.goto(`${origin}/another`)
    await windows.close()
    const second = await open()
    expect(second).to.equal(first)
    expect(await second.evaluate(KEPT)).to.equal(atFirst)
    expect(atFirst).to.match(/^session=new,,,/)
  })

  const lasting: Record<string, (page: Page) => unknown> = {
    'a listener': (page) => page.on('request', () => undefined),
    'a route': (page) => page.route('**/api', () => undefined),
    'a clock': (page) => page.clock.install(),
    'a session of the developer tools': (page) => page.context().newCDPSession(page),
    'another size': (page) => page.setViewportSize({ width: 360, height: 740 }),
    'a second page': (page) => page.context().newPage(),
    'a page of another host': (page) => page.goto(origin.replace('127.0.0.1', 'localhost')),
  }
  for (const [what, leave] of Object.entries(lasting))
    it(`are closed after a test that leaves ${what}`, async () => {
      const page = await open()
      await leave(page)
      await windows.close()
      expect(page.isClosed()).to.equal(true)
      expect(await open()).not.to.equal(page)
    })
})
