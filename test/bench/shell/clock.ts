import type { Page } from 'playwright-core'

/** What a page has measured, in milliseconds of its own clock. */
export interface Span {
  /** From the event until the frame that shows its effect has been painted. */
  readonly shown: number
  /** Of it, the work of the main thread: the handlers of the event, and the frame. The wait for the next frame is left out. */
  readonly work: number
}

/** What begins a span, and how a page sees its end. */
export interface Watched {
  readonly event: 'click' | 'keydown'
  /** An expression of the page that is true once the effect is shown. */
  readonly shown: string
}

/**
 * Runs in the page before its own scripts, so that no time of the protocol is counted. A message that is posted in a frame arrives after the
 * frame's layout and paint.
 */
const CLOCK = `{
  const { port1, port2 } = new MessageChannel()
  let span, painted
  port1.onmessage = () => painted?.()
  const end = (frame) => {
    const { begun, handled, resolve } = span
    span = undefined
    painted = () => {
      const now = performance.now()
      resolve({ shown: now - begun, work: handled - begun + now - frame })
    }
    port2.postMessage(0)
  }
  const look = () => {
    if (!span?.begun || span.seen || !span.isShown()) return
    span.seen = true
    requestAnimationFrame(() => end(performance.now()))
  }
  const follow = () => {
    if (!span || span.seen) return
    if (!span.isShown()) return requestAnimationFrame(follow)
    span.seen = true
    end(performance.now())
  }
  const begin = ({ type }) => {
    if (span?.event !== type || span.begun) return
    span.begun = span.handled = performance.now()
    requestAnimationFrame(follow)
  }
  const handled = () => {
    if (span?.begun) span.handled = performance.now()
    look()
  }
  for (const type of ['click', 'keydown']) addEventListener(type, begin, true)
  for (const type of ['click', 'keydown', 'input']) addEventListener(type, handled)
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  globalThis.watchSpan = (event, isShown) => {
    globalThis.measured = new Promise((resolve, reject) => {
      span = { event, isShown, resolve }
      setTimeout(() => reject(new Error('not shown after 20 s: ' + isShown)), 20000)
    })
    globalThis.measured.catch(() => undefined)
  }
}`

/** Puts the clock into every page that is opened here from now on. */
export async function installClock(page: Page): Promise<void> {
  await page.addInitScript({ content: CLOCK })
}

/** Measures in the page what follows the first such event of an act. */
export async function timed(page: Page, { event, shown }: Watched, act: () => Promise<unknown>): Promise<Span> {
  await page.evaluate(`watchSpan(${JSON.stringify(event)}, () => ${shown})`)
  await act()
  return page.evaluate<Span>('measured')
}

/**
 * Measures what follows the press of a key, which is let go afterwards, as by a person. An event between the frame and its message makes Chromium
 * keep the message for the next frame.
 */
export async function timedKey(page: Page, key: string, shown: string): Promise<Span> {
  const span = await timed(page, { event: 'keydown', shown }, () => page.keyboard.down(key))
  await page.keyboard.up(key)
  return span
}
