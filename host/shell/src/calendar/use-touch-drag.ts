import { useEffect, useRef } from 'react'

/** Milliseconds for which a finger must rest before it drags. If it moves further than SLIP pixels before that, it scrolls. */
const HOLD = 300
const SLIP = 8

interface Held {
  readonly source: HTMLElement
  readonly x: number
  readonly y: number
  readonly timer: ReturnType<typeof setTimeout>
  /** Set once the drag has started. */
  transfer?: DataTransfer
  over?: Element | undefined
}

/**
 * Makes entries draggable by touch. Not all browsers fire drag events for a finger, so a finger that rests on an entry and then moves
 * fires the same events as a mouse.
 */
export function useTouchDrag() {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    return element === null ? undefined : touchDrags(element)
  }, [])
  return root
}

/** Listens for touches below an element; returns a function that stops it. */
function touchDrags(root: HTMLElement): () => void {
  let held: Held | undefined
  const release = () => {
    if (held === undefined) return
    clearTimeout(held.timer)
    held.source.draggable = true
    held = undefined
  }
  const hold = ({ target, touches }: TouchEvent) => {
    cancel()
    const source = target instanceof Element ? target.closest<HTMLElement>('[draggable="true"]') : null
    const [touch] = touches
    if (source === null || touch === undefined || touches.length > 1) return
    // Prevents a second drag in browsers that support touch themselves.
    source.draggable = false
    const { clientX: x, clientY: y } = touch
    held = { source, x, y, timer: setTimeout(() => lift(), HOLD) }
  }
  const lift = () => {
    if (held === undefined) return
    held.transfer = new DataTransfer()
    tell(held.source, 'dragstart', held, { clientX: held.x, clientY: held.y })
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (held === undefined || touch === undefined) return
    const { clientX, clientY } = touch
    if (held.transfer === undefined)
      return Math.hypot(clientX - held.x, clientY - held.y) > SLIP ? release() : undefined
    event.preventDefault()
    const over = document.elementFromPoint(clientX, clientY) ?? undefined
    if (held.over !== undefined && held.over !== over) tell(held.over, 'dragleave', held, { clientX, clientY })
    held.over = over
    if (over !== undefined) tell(over, 'dragover', held, { clientX, clientY })
  }
  const drop = (event: TouchEvent) => {
    const [touch] = event.changedTouches
    if (held?.transfer !== undefined && touch !== undefined) {
      event.preventDefault()
      const { clientX, clientY } = touch
      if (held.over !== undefined) tell(held.over, 'drop', held, { clientX, clientY })
    }
    cancel()
  }
  const cancel = () => {
    if (held?.transfer !== undefined) tell(held.source, 'dragend', held, { clientX: held.x, clientY: held.y })
    release()
  }
  const keepMenuAway = (event: Event) => held && event.preventDefault()

  root.addEventListener('touchstart', hold, { passive: true })
  root.addEventListener('touchmove', move, { passive: false })
  root.addEventListener('touchend', drop, { passive: false })
  root.addEventListener('touchcancel', cancel)
  root.addEventListener('contextmenu', keepMenuAway)
  return () => {
    cancel()
    root.removeEventListener('touchstart', hold)
    root.removeEventListener('touchmove', move)
    root.removeEventListener('touchend', drop)
    root.removeEventListener('touchcancel', cancel)
    root.removeEventListener('contextmenu', keepMenuAway)
  }
}

function tell(to: Element, type: string, { transfer }: Held, at: { clientX: number; clientY: number }): void {
  to.dispatchEvent(
    new DragEvent(type, { ...at, bubbles: true, cancelable: true, composed: true, dataTransfer: transfer ?? null }),
  )
}
