import { useLayoutEffect, useRef } from 'react'

/**
 * Mantine makes the first free time of a grid of resources a stop of the Tab key. Free times are hidden from who does not see, so
 * nothing among them may be one; there is no property for it.
 */
export function useSilentSlots() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const stops = root.current?.querySelectorAll<HTMLElement>('button[aria-hidden][tabindex="0"]') ?? []
    for (const stop of stops) stop.tabIndex = -1
  })
  return root
}
