import type { EventEmitter } from 'node:events'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** What changes more of a window than the document it shows. After a test that used one of them, the window is closed. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
  'setViewportSize',
]

/** The path of an empty page, which the browser answers itself. */
const EMPTY = '/an-empty-window'
/** The shell sends them with its pages. For a page without them, the browser would start another process. */
const HEADERS = [
  { name: 'Content-Type', value: 'text/html' },
  { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { name: 'Origin-Agent-Cluster', value: '?1' },
]

/** Who is signed in, for example. */
export type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** How a window differs from an ordinary one. Stored data cannot be given: cleaning would remove it. */
export type WindowOptions = Omit<BrowserContextOptions, 'storageState'> & { readonly cookies?: Cookies }

/** A window, which has a context of its own. */
interface Window {
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  /** The options of its context. */
  readonly options: string
  /** The number of listeners, without those of a test. */
  readonly listeners: number
  isAltered: boolean
}

/**
 * The windows of a suite. If an earlier test opened one with the same options, a test gets that one again. It has no cookies, stored data,
 * history or listeners, so it differs from a new one only in that its process is running and has compiled the scripts of the shell. This
 * halves the processor time of showing a page.
 */
export class Windows {
  readonly #browser: Browser
  readonly #origin: string
  readonly #onOpen: (page: Page) => void
  #used: Window[] = []
  #empty: Window[] = []

  /**
   * @param options.browser closed by the caller
   * @param options.origin of the host
   * @param options.onOpen called once for each new window
   */
  constructor({ browser, origin, onOpen }: { browser: Browser; origin: string; onOpen: (page: Page) => void }) {
    this.#browser = browser
    this.#origin = origin
    this.#onOpen = onOpen
  }

  /** Returns an empty window. */
  async open({ cookies = [], ...options }: WindowOptions): Promise<Page> {
    const key = JSON.stringify(options)
    const at = this.#empty.findIndex((window) => window.options === key)
    const window = this.#empty.splice(at, at < 0 ? 0 : 1)[0] ?? (await this.#make(options, key))
    this.#used.push(window)
    await window.context.addCookies(cookies)
    return window.page
  }

  /** Closes all windows, or empties them for the next test. */
  async close(): Promise<void> {
    for (const window of this.#used.splice(0)) {
      if (this.#isReusable(window) && (await this.#clean(window))) this.#empty.push(window)
    }
    for (const context of this.#browser.contexts()) {
      if (!this.#empty.some((window) => window.context === context)) await closed(context)
    }
  }

  async #make(options: BrowserContextOptions, key: string): Promise<Window> {
    const context = await this.#browser.newContext(options)
    const page = await context.newPage()
    this.#onOpen(page)
    const devtools = await context.newCDPSession(page)
    devtools.on('Fetch.requestPaused', ({ requestId }) => {
      void devtools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: HEADERS })
    })
    const alter = () => void (window.isAltered = true)
    page.on('framenavigated', (frame) => {
      if (frame.url() !== 'about:blank' && new URL(frame.url()).origin !== this.#origin) alter()
    })
    page.on('crash', alter)
    const window = { context, page, devtools, options: key, listeners: countListeners(page, context), isAltered: false }
    for (const altered of [page, context]) onLastingUse(altered, alter)
    return window
  }

  #isReusable({ context, page, isAltered, listeners }: Window): boolean {
    return !isAltered && !page.isClosed() && context.pages().length === 1 && countListeners(page, context) === listeners
  }

  /** Returns false for a window that does not react; it is closed then. */
  async #clean({ context, page, devtools }: Window): Promise<boolean> {
    try {
      await devtools.send('Fetch.enable', { patterns: [{ urlPattern: this.#origin + EMPTY }] })
      await page.goto(this.#origin + EMPTY)
      await devtools.send('Fetch.disable')
      await page.evaluate('sessionStorage.clear()')
      await page.mouse.move(-1, -1)
      await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' })
      await devtools.send('Page.resetNavigationHistory')
      await context.clearCookies()
      return true
    } catch {
      return false
    }
  }
}

/** A route of a test may still be reading an answer, such as one of a request that the page repeats. */
async function closed(context: BrowserContext): Promise<void> {
  for (const each of [context, ...context.pages()]) await each.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/** Calls a function when something of a page or a context is used that lasts. */
function onLastingUse(target: object, call: () => void): void {
  for (const name of LASTING) {
    const member: unknown = Reflect.get(target, name)
    const value: unknown = typeof member === 'function' ? member.bind(target) : member
    const get = () => {
      call()
      return value
    }
    if (member !== undefined) Object.defineProperty(target, name, { get })
  }
}

function countListeners(...targets: object[]): number {
  const emitters = targets as EventEmitter[]
  const counts = emitters.flatMap((each) => each.eventNames().map((name) => each.listenerCount(name)))
  return counts.reduce((sum, count) => sum + count, 0)
}
