import { useLayoutEffect } from 'react'

/** Returns the focus when a dialog closes. Mantine cannot, because it does not know dialogs that are only mounted when they open. */
export function useReturnedFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = openerOf(document.activeElement)
    return () => void requestAnimationFrame(() => opener?.isConnected && opener.focus())
  }, [isOpen])
}

/** A menu item disappears with its menu, so the button that opened the menu gets the focus. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : null
}
