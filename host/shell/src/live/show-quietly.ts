import type { RecordPage } from '../api/records.ts'
import type { SteadyPage } from '../api/quiet-reads.ts'
import { heldStill } from './held-still.ts'

/** Milliseconds for which the rows stay in place after the pointer has moved over them. */
const POINTED_FOR = 4_000

/** Shows a page that was reread, but keeps the rows in place while somebody reads them or chooses among them. */
export function showQuietly(present: SteadyPage, fresh: RecordPage, frame: HTMLElement | null): SteadyPage {
  return {
    fresh,
    ...(frame !== null && isReading(frame) ? heldStill(present.shown, fresh, present.total) : { shown: fresh }),
  }
}

/** Whether somebody has scrolled to rows, has chosen some, or is about to use them. */
function isReading(frame: HTMLElement): boolean {
  const isScrolled = frame.getBoundingClientRect().top < 0 || frame.scrollTop > 0
  const isUsed = frame.contains(document.activeElement) || frame.querySelector('[aria-expanded="true"]') !== null
  return isScrolled || isUsed || frame.dataset['choosing'] === 'true' || isPointedAt(frame)
}

let pointedAt = -POINTED_FOR

/** Records from now on when the pointer moves. Returns the function that stops it. */
export function followPointer(): () => void {
  const note = () => (pointedAt = performance.now())
  window.addEventListener('pointermove', note, { passive: true })
  return () => window.removeEventListener('pointermove', note)
}

const isPointedAt = (frame: HTMLElement) => performance.now() - pointedAt < POINTED_FOR && frame.matches(':hover')
