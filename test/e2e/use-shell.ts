import path from 'node:path'
import { expect } from 'chai'
import { request } from 'playwright-core'
import type { Browser, Page, Request, WebSocket } from 'playwright-core'
import { startTestHost } from '../../host/testing/index.ts'
import type { TestHost, TestHostOptions } from '../../host/testing/index.ts'
import { openBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/until.ts'
import { tellFailure } from './tell-failure.ts'
import { type Cookies, type WindowOptions, Windows } from './windows.ts'

export const TEMPLATE = path.resolve(import.meta.dirname, '../../plugins/template')
export const ITEMS = '/api/v1/template/items'

/** Milliseconds for one step on a page. CI shares two cores among several tests; once a first page took longer than 50 s there. */
const WAIT = 120_000

/** Milliseconds without a request after which a page is quiet. */
const QUIET = 500

/** Milliseconds after which a request is no longer waited for, because a test may hold it. */
const LONGEST_ANSWER = 10_000

/** How a request ends. */
const ENDS = ['requestfinished', 'requestfailed'] as const

/** An item as the API answers it. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly price: number
  readonly notes?: string
}

/** A host with the built shell, and a browser in which an operator is signed in. */
export interface Shell {
  /** Available once the suite has begun. */
  readonly host: TestHost
  /** Opens a window, signed in by default. Windows are closed or emptied after the test, which fails if one had an error. */
  open(to: string, options?: WindowOptions & { signedIn?: boolean }): Promise<Page>
  create(values?: Partial<Item>): Promise<Item>
  item(id: number): Promise<Item>
  change(id: number, values: Partial<Item>): Promise<void>
  removeAll(): Promise<void>
}

/**
 * Starts a host and a browser before the suite it is called in, and closes both afterwards.
 *
 * @param given.onPage whether the operator signs in on the page of the printed link. Default false: showing it takes two seconds of processor time.
 * @param given.expected errors that the browser itself writes to its console in these tests
 */
export function useShell(
  options: () => Promise<TestHostOptions> = async () => ({ plugins: [TEMPLATE] }),
  { onPage = false, expected }: { onPage?: boolean; expected?: RegExp } = {},
): Shell {
  let host: TestHost
  let browser: Browser
  let windows: Windows
  let cookies: Cookies
  const errors: string[] = []

  const watch = (page: Page) => {
    page.context().setDefaultTimeout(WAIT)
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      const isOwn = message.type() === 'error' && !message.text().startsWith('Failed to load resource')
      if (isOwn && expected?.test(message.text()) !== true) errors.push(message.text())
    })
  }
  const open: Shell['open'] = async (to, { signedIn = true, ...given } = {}) => {
    const page = await windows.open({
      baseURL: host.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...(signedIn ? { cookies } : {}),
      ...given,
    })
    await page.goto(to)
    return page
  }
  const send = async (method: string, to: string, json?: unknown): Promise<unknown> => {
    const ask = () => host.request(to, { method, ...(json === undefined ? {} : { json }) })
    // On a busy machine the database may have no room for a moment. Nothing has changed then, and the answer asks for another attempt.
    const response = await until(`${method} ${to}`, async () => {
      const answer = await ask()
      return answer.status === 503 ? undefined : answer
    })
    if (!response.ok) throw new Error(`${method} ${to} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const signInOnPage = async () => {
    const page = await open(host.signInLink ?? '', { signedIn: false })
    await page.waitForURL(/operations/)
    return page.context().cookies()
  }

  before('start a host and a browser', async () => {
    host = await startTestHost(await options())
    browser = await openBrowser()
    windows = new Windows({ browser, origin: new URL(host.url).origin, onOpen: watch })
    cookies = await (onPage ? signInOnPage() : signIn(host))
  })
  afterEach('tell what a failed test saw', async function () {
    if (this.currentTest?.state === 'failed') await tellFailure(browser, host)
  })
  afterEach('close the windows', async () => {
    await windows.close()
    expect(errors.splice(0), 'errors in the browser').to.deep.equal([])
  })
  after('close the browser and the host', async () => {
    await browser?.close()
    await host?.close()
  })

  return {
    get host() {
      return host
    },
    open,
    create: async (values = {}) => (await send('POST', ITEMS, { name: 'Oak lamp', price: 1000, ...values })) as Item,
    item: async (id) => (await send('GET', `${ITEMS}/${id}`)) as Item,
    change: async (id, values) => void (await send('PATCH', `${ITEMS}/${id}`, values)),
    removeAll: async () => void (await send('POST', `${ITEMS}/delete`, { filter: '' })),
  }
}

/** Sends the token of the printed link as its page does, and returns the cookies. The page is tested in `sign-in.test.ts`. */
async function signIn({ url, signInLink }: TestHost): Promise<Cookies> {
  const visitor = await request.newContext({ baseURL: url })
  try {
    const answer = await visitor.post('/api/v1/auth/sessions', { data: { token: signInLink?.split('#token=')[1] } })
    if (!answer.ok()) throw new Error(`The sign-in link was answered ${answer.status()}: ${await answer.text()}`)
    return (await visitor.storageState()).cookies
  } finally {
    await visitor.dispose()
  }
}

/** Waits until the table has this many rows, and returns their names from top to bottom. */
export async function rows(page: Page, count: number): Promise<string[]> {
  const links = page.locator('tbody tr a')
  await until(`${count} rows`, async () => (await links.count()) === count)
  return links.allTextContents()
}

/** Waits until the host watches the records that a window is about to show. Call it before the window goes there. */
export const isWatching = (page: Page): Promise<void> => receives(page, '"watching"')

/** Waits until a new connection of a page receives a frame with this text. A page makes a new connection when it loses one. */
export async function receives(page: Page, text: string): Promise<void> {
  let isReceived = false
  const watch = (socket: WebSocket) =>
    void socket.on('framereceived', ({ payload }) => (isReceived ||= String(payload).includes(text)))
  page.on('websocket', watch)
  await until(`a frame with ${text}`, () => isReceived).finally(() => page.off('websocket', watch))
}

/**
 * Waits until a page has sent no request for half a second, and has none under way. Unlike Playwright's "networkidle",
 * this can be awaited more than once. A request that is never answered counts for ten seconds.
 */
export async function isQuiet(page: Page): Promise<void> {
  const underway = new Map<Request, number>()
  let last = performance.now()
  const begin = (request: Request) => {
    last = performance.now()
    underway.set(request, last)
  }
  const end = (request: Request) => {
    last = performance.now()
    underway.delete(request)
  }
  page.on('request', begin)
  for (const event of ENDS) page.on(event as 'requestfinished', end)
  try {
    await page.waitForLoadState('networkidle')
    await until('no request', async () => {
      const asked = performance.now()
      // It fails while another document is being opened, which sends requests.
      await page.evaluate('0').catch(() => undefined)
      const now = performance.now()
      // While this process or the page stands still, nothing is heard of requests.
      if (now - asked > QUIET / 2) last = now
      const isWaiting = [...underway.values()].some((begun) => now - begun < LONGEST_ANSWER)
      return !isWaiting && now - last > QUIET
    })
  } finally {
    page.off('request', begin)
    for (const event of ENDS) page.off(event as 'requestfinished', end)
  }
}
