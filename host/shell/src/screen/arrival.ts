import { addressOf } from '../api/base-path.ts'
import styles from '../theme/for-readers.module.css'
import { isDialogOpen } from '../theme/is-typing.ts'
import { focusHeading, type Heading, shownHeading } from './heading.ts'

/** Milliseconds within which a screen has its heading. After that, nothing is said: what failed to load says so itself. */
const PATIENCE = 10_000

/** Milliseconds after which the live region is empty again, so that nobody who reads the page to its end finds the heading there. */
const SPOKEN = 1000

interface Departure {
  /** The paths of the shell from which and to which a person goes. */
  from: string
  to: string
  /** The heading of the screen that is left, which stays until the next screen is there. */
  former: Heading
  /** What has the focus at that moment. */
  focused: Element | null
}

// Screen readers speak only of what changes in a region that was there before.
const region = document.createElement('div')
region.setAttribute('aria-live', 'polite')
region.className = styles.forReaders ?? ''
document.body.append(region)

let stopWaiting = (): void => {}

/**
 * Says where a person is after a navigation, which browsers do only when they load a page: a live region has the heading of the new screen,
 * and the focus moves to it, so that Tab goes on from there (WCAG 2.4.3). In a list to which they return, it moves to the record
 * from which they come. Focus that is in the new screen already, or in a dialog, stays.
 */
export function arrive({ from, to, former, focused }: Departure): void {
  stopWaiting()
  const observer = new MutationObserver(look)
  const timer = setTimeout(stop, PATIENCE)
  stopWaiting = stop
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  look()

  function look(): void {
    const { element, text } = shownHeading()
    const isNew = element !== former.element || text !== former.text
    // The search opens a screen before it is closed, and has the focus until then.
    if (element === null || !isNew || isDialogOpen()) return
    stop()
    announce(text)
    if (hasMovedFocus(former.element, focused)) return
    const row = rowOf(from, to)
    if (row) row.focus({ preventScroll: true })
    else focusHeading(element)
  }

  function stop(): void {
    clearTimeout(timer)
    observer.disconnect()
  }
}

function announce(text: string): void {
  region.textContent = text
  setTimeout(() => region.textContent === text && region.replaceChildren(), SPOKEN)
}

/**
 * Whether the focus is where a person may be typing already: in the new screen, in the conversation beside it, or in the navigation elsewhere
 * than on what led to the screen.
 */
function hasMovedFocus(formerHeading: Element | null, focused: Element | null): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement === formerHeading) return false
  return !isInNavigation(activeElement) || (isInNavigation(focused) && activeElement !== focused)
}

/** Whether it is there still: the focus returns to the navigation from a menu or a drawer that is gone. */
const isInNavigation = (element: Element | null): boolean =>
  element?.isConnected === true && element.closest('[data-navigation]') !== null

/** The link to the record with this path in the list above it. */
const rowOf = (from: string, to: string): HTMLElement | null =>
  from.startsWith(`${to}/`) ? document.querySelector(`main td > a[href="${CSS.escape(addressOf(from))}"]`) : null
