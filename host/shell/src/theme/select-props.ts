import type { KeyboardEvent } from 'react'
import './select.css'

/** Props of a text with suggestions: their list is a native scroll area, as keyboards and screen readers expect. */
export const suggestionProps = {
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 260, overflowY: 'auto' } },
} as const

/** Props of all selects. */
export const selectProps = { ...suggestionProps, onKeyDown: keepForm } as const

/** Enter in an open list is about the list, also while no option is highlighted. The browser would send the form. */
function keepForm(event: KeyboardEvent<HTMLInputElement>): void {
  const isPlain = !event.ctrlKey && !event.metaKey
  if (event.key === 'Enter' && isPlain && event.currentTarget.hasAttribute('data-expanded')) event.preventDefault()
}
