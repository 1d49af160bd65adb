import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen, isTyping } from './is-typing.ts'

/**
 * Keeps what is typed while a dialog is still being loaded, and gives it to the first input that gets the cursor there. Until then, no key
 * presses anything, and Escape calls `onEscape`. It ends when anything else in the dialog gets the focus.
 */
export function useEarlyKeys(isOn: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => (isOn ? keepKeys(() => escape()) : undefined), [isOn])
}

/** Returns a function that ends it. */
function keepKeys(onEscape: () => void): () => void {
  let text = ''
  const stop = () => {
    window.removeEventListener('keydown', onKey, { capture: true })
    window.removeEventListener('focusin', giveTo)
  }
  const giveTo = ({ target }: Event) => {
    if (!isInDialog(target)) return false
    stop()
    // Unlike a new value, this is an input of the person to everything that listens.
    if (text !== '' && isTyping(target)) document.execCommand('insertText', false, text)
    return true
  }
  const onKey = (event: KeyboardEvent) => {
    // The dialog may have been there before this listened.
    if (giveTo(event)) return
    // An open dialog closes itself.
    if (event.key === 'Escape' && !isDialogOpen()) onEscape()
    const next = textAfter(text, event)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    text = next
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('focusin', giveTo)
  return stop
}

/** The text as a key changes it; undefined if the key changes no text. */
export function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Enter') return text
  if (key === 'Backspace') return text.slice(0, -1)
  return key.length === 1 ? text + key : undefined
}

/** Whether it is an input or a button of a dialog. The dialog itself gets the focus while it has none. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.tabIndex >= 0 && target.closest('[role=dialog]') !== null
