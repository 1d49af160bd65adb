import { type MouseEvent, useEffect, useRef, useState } from 'react'

/**
 * A button that opens something which is fetched at the first time. It opens only if the person has not turned to something else by then,
 * because it takes the focus. The button stays the same element, and keeps the focus until then.
 */
export function useOpener<Loaded>(load: () => Promise<Loaded>) {
  const button = useRef<HTMLElement | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isOpen, setOpen] = useState(false)
  // Mantine only returns the focus from what was rendered before it opened.
  useEffect(() => setOpen(loaded !== null), [loaded])
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    button.current = currentTarget
    // In Safari, a click does not do that.
    currentTarget.focus()
    if (loaded !== null) setOpen(!isOpen)
    else void unlessTurned(currentTarget, load).then((parts) => parts !== undefined && setLoaded(() => parts))
  }
  return {
    /** The props of the button. */
    props: { onClick, 'aria-expanded': isOpen },
    /** The button, once it was pressed. */
    button,
    /** What was fetched; null until it opens for the first time. */
    loaded,
    isOpen,
    setOpen,
  }
}

/** What a menu or a panel needs to know of the button that opens it. */
export type Opener = Pick<ReturnType<typeof useOpener>, 'button' | 'isOpen' | 'setOpen'>

/** Returns what is loaded, or undefined if the person has meanwhile pressed Escape, or clicked or focused something else than the button. */
async function unlessTurned<Loaded>(button: Element, load: () => Promise<Loaded>): Promise<Loaded | undefined> {
  const watch = new AbortController()
  let isWanted = true
  const note = (event: Event) => {
    const isElsewhere = !(event.target instanceof Node && button.contains(event.target))
    if (event instanceof KeyboardEvent ? event.key === 'Escape' : isElsewhere) isWanted = false
  }
  for (const kind of ['keydown', 'pointerdown', 'focusin'])
    window.addEventListener(kind, note, { capture: true, signal: watch.signal })
  try {
    const loaded = await load()
    return isWanted ? loaded : undefined
  } finally {
    watch.abort()
  }
}
