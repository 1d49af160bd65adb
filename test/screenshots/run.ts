// `npm run screenshots` takes a picture of every screen and of some states, in three looks, into test/screenshots/pictures.
// `npm run screenshots -- agenda clients` takes only those with one of these words in their name. The method is in README.md.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { launch } from '../../host/launch/launch.mjs'
import { ROOT } from '../bench/start-atrium.ts'
import { openBrowser } from '../helpers/browser.ts'
import { openPractice, type SeededHost } from './practice.ts'
import { PEOPLE, STORIES, type Story } from './stories.ts'

const PICTURES = join(import.meta.dirname, 'pictures')

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 760 }
const LOOKS = {
  light: { viewport: DESKTOP, colorScheme: 'light' },
  dark: { viewport: DESKTOP, colorScheme: 'dark' },
  phone: { viewport: PHONE, colorScheme: 'light', hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>

const HIGHEST = 2_400

/** Screens that are open at once: most of the time a screen waits. */
const WINDOWS = 3

/** What is still loading. */
const LOADING = '[role=progressbar], [aria-busy=true], .mantine-Loader-root'

async function takeAll(): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  await using practice = await openPractice()
  const browser = await openBrowser()
  try {
    const sessions = await signInAll(browser, practice)
    const words = process.argv.slice(2)
    const stories = [...STORIES, ...(await screensOf(browser, { practice, sessions }))]
    const chosen = stories.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
    for (const [look, options] of Object.entries(LOOKS))
      for (const who of Object.keys(PEOPLE) as Story['who'][]) {
        const context = await browser.newContext({ ...options, ...frame(practice), storageState: sessions[who] })
        const queue = chosen.filter((story) => story.who === who)
        const takeNext = async () => {
          for (let story = queue.shift(); story; story = queue.shift()) await take(context, story, look)
        }
        await Promise.all(Array.from({ length: WINDOWS }, takeNext))
        await context.close()
      }
    console.log(`${chosen.length} screens are in ${PICTURES}.`)
  } finally {
    await browser.close()
  }
}

const frame = ({ url }: SeededHost) => ({ baseURL: url, reducedMotion: 'reduce', locale: 'en-GB' }) as const

type Sessions = Record<Story['who'], Awaited<ReturnType<BrowserContext['storageState']>>>

async function signInAll(browser: Browser, practice: SeededHost): Promise<Sessions> {
  const sessions: Partial<Sessions> = {}
  for (const [who, email] of Object.entries(PEOPLE)) {
    const context = await browser.newContext(frame(practice))
    const page = await context.newPage()
    await page.goto(await practice.signInLink(email))
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    sessions[who as Story['who']] = await context.storageState()
    await context.close()
  }
  return sessions as Sessions
}

interface Screen {
  readonly path: string
  readonly kind: string
}

/** Every screen that the documents of the panels name, as the operator sees it. A screen of a record shows the first one of its list. */
async function screensOf(
  browser: Browser,
  { practice, sessions }: { practice: SeededHost; sessions: Sessions },
): Promise<Story[]> {
  const context = await browser.newContext({ ...frame(practice), storageState: sessions.operator })
  const page = await context.newPage()
  const read = async <Body>(path: string) => (await (await context.request.get(path)).json()) as Body
  const stories: Story[] = []
  for (const { id } of await read<{ id: string }[]>('/api/v1/panels')) {
    const { screens } = await read<{ screens: Screen[] }>(`/api/v1/panels/${id}`)
    const first = new Map<string, string | undefined>()
    for (const { path, kind } of screens) {
      const [, list = '', rest] = /^(.*?)\/:id(.*)$/.exec(path) ?? []
      if (rest !== undefined && !first.has(list)) first.set(list, await firstRecord(page, list))
      const record = first.get(list)
      if (rest !== undefined && record === undefined) continue
      stories.push({ name: nameOf(path, kind), who: 'operator', path: path.replace(':id', record ?? '') })
    }
  }
  await context.close()
  return stories
}

/** `/operations/clients/:id/edit` is `operations-clients-edit`. */
const nameOf = (path: string, kind: string) =>
  `${path.replace(/\/(create|:id(\/edit)?)$/, '').slice(1)}/${kind}`.replaceAll('/', '-')

/** The id of the first record that a list links to. */
async function firstRecord(page: Page, list: string): Promise<string | undefined> {
  await page.goto(list)
  await settled(page)
  const link = page.locator(`main a[href^="${list}/"]:not([href*="/create"])`).first()
  const href = (await link.count()) === 0 ? undefined : await link.getAttribute('href')
  return href?.slice(list.length + 1).split(/[/?]/)[0]
}

async function take(context: BrowserContext, { name, path, act }: Story, look: string): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(path)
    await settled(page)
    await act?.(page)
    await settled(page)
  } catch (error) {
    console.error(`${name} (${look}): ${String(error)}`)
  }
  await showWhole(page)
  await page.screenshot({ path: join(PICTURES, `${name}.${look}.png`) })
  await page.close()
}

/** Makes the window as high as the page, up to a limit, so that what sticks to its edges stays there. */
async function showWhole(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? DESKTOP
  const needed = Number(await page.evaluate('document.documentElement.scrollHeight'))
  if (needed <= height) return
  await page.setViewportSize({ width, height: Math.min(needed, HIGHEST) })
  await settled(page)
}

/** Waits until nothing is loading: no request for 0.5 s and no placeholder. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page
    .locator(LOADING)
    .first()
    .waitFor({ state: 'hidden', timeout: 5_000 })
    .catch(() => undefined)
}

await launch(() => buildPackages(ROOT, undefined, { checksTypes: false }), takeAll)
