/** An element on screen. */
export interface WatchedElement {
  /** The path of its module. */
  readonly path: string
  readonly place: HTMLElement
  readonly fail: (error: unknown) => void
}

/** Events during which an element may throw. */
const EVENTS = [
  'click',
  'pointerdown',
  'pointerup',
  'keydown',
  'keyup',
  'input',
  'change',
  'focusin',
  'focusout',
] as const

const watched = new Set<WatchedElement>()
/** The elements of the page that the event under way passes through. */
let passed: readonly EventTarget[] = []

/**
 * Catches what an element throws outside of the calls of the shell: in its event handlers, timers and promises. It is recognised by its
 * module in the stack. If several elements of this module are on screen, only an event tells which of them it is; other errors then stay
 * with the browser, which writes them to its console.
 * @returns the function that ends it
 */
export function watchElement(element: WatchedElement): () => void {
  if (watched.size === 0) listen('addEventListener')
  watched.add(element)
  return () => {
    if (watched.delete(element) && watched.size === 0) listen('removeEventListener')
  }
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  for (const type of EVENTS) window[change](type, notePassed, true)
  window[change]('error', onError as EventListener)
  window[change]('unhandledrejection', onRejection as EventListener)
}

function notePassed(event: Event): void {
  const path = event.composedPath()
  passed = path
  setTimeout(() => {
    if (passed === path) passed = []
  })
}

function onError(event: ErrorEvent): void {
  if (attribute(event.error, event.filename)) event.preventDefault()
}

function onRejection(event: PromiseRejectionEvent): void {
  if (attribute(event.reason, '')) event.preventDefault()
}

/** Whether the error is that of an element, which has then failed. */
function attribute(error: unknown, file: string): boolean {
  const text = `${file}\n${error instanceof Error ? (error.stack ?? '') : ''}`
  const own = [...watched].filter(({ path }) => text.includes(path))
  const found = own.find(({ place }) => passed.includes(place)) ?? (own.length === 1 ? own[0] : undefined)
  found?.fail(error)
  return found !== undefined
}
