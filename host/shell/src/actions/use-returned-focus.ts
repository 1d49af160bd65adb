import { useLayoutEffect } from 'react'

/** Gives the focus back, when what was open closes, to where it was: a dialog that is made when it opens does not know. */
export function useReturnedFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = openerOf(document.activeElement)
    return () => void requestAnimationFrame(() => opener?.isConnected && opener.focus())
  }, [isOpen])
}

/** An item of a menu is gone with its menu: the button that has opened that stays. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : null
}
