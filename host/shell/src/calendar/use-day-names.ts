import { useLayoutEffect, useRef } from 'react'

/** What Mantine puts before the date of a day's button. */
export const DAY_LABEL = 'Day'

/**
 * Mantine's week names its days `Day 2026-11-16` while they read `Mon 16`; who speaks to the computer says what they see. There is no
 * property for it, and with every turn of the week the buttons are new, so the name is taken off after each rendering.
 */
export function useDayNames() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const named = root.current?.querySelectorAll(`button[aria-label^="${DAY_LABEL} "]`) ?? []
    for (const button of named) button.removeAttribute('aria-label')
  })
  return root
}
