import { delimiter, dirname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../../helpers/browser.ts'
import { fillItems } from '../fill-items.ts'
import { type SessionCookie, signIn } from '../sign-in.ts'
import { ROOT, startAtrium } from '../start-atrium.ts'
import { startServer } from '../start-server.ts'
import { installClock } from './clock.ts'
import { createSheetPlugin } from './sheet-plugin.ts'

/** As many as the longest list that is measured has. */
const ITEMS = 100_000

/** Windows of the shell, and of a page without any framework that shows the same. */
export interface Stage {
  /** Opens a path of the shell, signed in, once it is quiet. */
  shell(path: string): Promise<Page>
  /** Opens a path of `servers/minimal-page.mjs`. */
  minimal(path: string): Promise<Page>
}

/** Starts the built host with items and sheets, the minimal page and a browser, and ends them after the work. */
export async function onStage<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result> {
  await using plugin = await createSheetPlugin()
  const parent = dirname(plugin.directory)
  await using atrium = await startAtrium({
    env: {
      ATRIUM_PLUGINS: [join(ROOT, 'plugins'), parent].join(delimiter),
      ATRIUM_PANELS: join(parent, 'panels.config.json'),
      ATRIUM_WATCH: '0',
    },
  })
  await fillItems(atrium.dataDir, ITEMS)
  await using plain = await startServer(join(ROOT, 'test/bench/servers/minimal-page.mjs'))
  const cookie = await signIn(atrium)
  const browser = await openBrowser()
  try {
    return await work({
      shell: (path) => openPage(browser, atrium.url + path, cookie),
      minimal: (path) => openPage(browser, plain.url + path),
    })
  } finally {
    await browser.close()
  }
}

const SIZE: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

async function openPage(browser: Browser, url: string, cookie?: SessionCookie): Promise<Page> {
  const context = await browser.newContext(SIZE)
  if (cookie) await context.addCookies([{ ...cookie, url: new URL(url).origin }])
  const page = await context.newPage()
  await installClock(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  return page
}
