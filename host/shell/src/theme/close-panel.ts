import type { RefObject } from 'react'

interface PanelParts {
  readonly panel: RefObject<HTMLElement | null>
  /** What opened it. */
  readonly button: RefObject<HTMLElement | null>
}

/**
 * Closes a panel, and gives the focus back to its button if it was inside. Mantine would give it to what had it before, which may be gone,
 * such as the entry of a menu.
 */
export function closePanel(close: () => void, { panel, button }: PanelParts): void {
  const isInside = panel.current?.contains(document.activeElement) ?? false
  close()
  if (isInside) button.current?.focus()
}
