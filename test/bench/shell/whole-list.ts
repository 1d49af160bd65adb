import type { Page } from 'playwright-core'
import { atMost, type Finding } from '../finding.ts'
import { against } from './against.ts'
import type { Stage } from './stage.ts'

const FRAMES = 300
/** Pixels in each frame: three rows. */
const STEP = 120
const MOST_NODES = 2_000

/** Milliseconds: those of a screen with 60 frames a second, and the step of a page's clock, by which a difference may be wrong. */
const FRAME = 16.7 + 0.1

/** What a list needs while it scrolls. */
interface Scrolled {
  /** Milliseconds between two frames; 95 % are shorter. */
  readonly p95: number
  /** The most elements that the page had. */
  readonly nodes: number
}

/** Scrolls through a list of 100,000 records, three rows a frame; the minimal page has 250 rows that all exist. */
export async function wholeList(stage: Stage): Promise<Finding[]> {
  const shell = await scroll(await stage.shell('/operations/items?_limit=all'), '[data-whole=true]')
  const minimal = await scroll(await stage.minimal('/choice'), 'html')
  const note = `${FRAMES} frames`
  return [
    against('a frame while 100,000 rows scroll, p95', { shell: shell.p95, minimal: minimal.p95, wanted: FRAME, note }),
    atMost('elements of a page with 100,000 rows', shell.nodes, { wanted: MOST_NODES, digits: 0 }),
  ]
}

async function scroll(page: Page, frame: string): Promise<Scrolled> {
  await page.locator('tbody tr').nth(20).waitFor()
  const scrolled = await page.evaluate<Scrolled>(scrolling(frame))
  await page.context().close()
  return scrolled
}

/** Runs in the page, so that no time of the protocol is counted. At the end of a list it goes on from the beginning. */
const scrolling = (frame: string) => `(async () => {
  const frame = document.querySelector(${JSON.stringify(frame)})
  const times = []
  let nodes = 0
  let last = await new Promise(requestAnimationFrame)
  for (let at = 0; at < ${FRAMES}; at += 1) {
    const isAtEnd = frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1
    frame.scrollTop = isAtEnd ? 0 : frame.scrollTop + ${STEP}
    const now = await new Promise(requestAnimationFrame)
    times.push(now - last)
    last = now
    nodes = Math.max(nodes, document.querySelectorAll('*').length)
  }
  times.sort((a, b) => a - b)
  return { p95: Math.round(times[Math.floor(times.length * 0.95)] * 10) / 10, nodes }
})()`
