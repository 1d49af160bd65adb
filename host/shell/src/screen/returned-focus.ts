import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { focusHeading, shownHeading } from './heading.ts'
import { inNextFrame } from '../theme/in-next-frame.ts'

/**
 * Returns the focus when a dialog closes, or moves it to the heading of the screen if what opened the dialog is gone. Mantine cannot, because
 * it does not know dialogs that are only mounted when they open.
 */
export function useReturnedFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = openerOf(document.activeElement)
    // A screen that was opened from the dialog may have moved the focus by then.
    return () =>
      inNextFrame(() => {
        if (opener?.isConnected) opener.focus()
        if (document.activeElement === document.body) focusHeading(shownHeading().element)
      })
  }, [isOpen])
}

/** A menu item disappears with its menu, so the button that opened the menu gets the focus. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : null
}

/**
 * Returns props for a place whose rows or buttons go away with what is changed. If one goes that has the focus, the heading of the screen
 * gets it.
 */
export function useFocusOfRemoved() {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    if (isLost) focusHeading(shownHeading().element)
  })
  return {
    // Dialogs that are opened from the place are not in it, although React says so. They return the focus themselves.
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      focused.current = currentTarget.contains(target) ? target : null
    },
    // React does not report a blur of an element that it removes itself.
    onBlur: () => {
      focused.current = null
    },
  }
}
