import { useEffectEvent, useLayoutEffect } from 'react'
import { isDialogOpen, isTyping } from './is-typing.ts'

interface EarlyKeysOptions {
  /** Whether an Enter at the end is given to the input, too. A form would be sent by it. */
  keepsEnter?: boolean
}

/**
 * Keeps what is typed while a dialog is still being loaded, and gives it to the first input that gets the cursor there. Until then, no key
 * presses anything, and Escape calls `onEscape`. It ends when anything else in the dialog gets the focus.
 */
export function useEarlyKeys(isOn: boolean, onEscape: () => void, { keepsEnter = false }: EarlyKeysOptions = {}): void {
  const escape = useEffectEvent(onEscape)
  // Before the dialog is there, so that it is told from those over which it opens.
  useLayoutEffect(() => (isOn ? keepKeys(() => escape(), keepsEnter) : undefined), [isOn, keepsEnter])
}

/** Returns a function that ends it. */
function keepKeys(onEscape: () => void, keepsEnter: boolean): () => void {
  let text = ''
  let isEntered = false
  const before = new Set(document.querySelectorAll(DIALOG))
  const stop = () => {
    window.removeEventListener('keydown', onKey, { capture: true })
    window.removeEventListener('focusin', giveTo)
  }
  const giveTo = ({ target }: Event) => {
    if (!isInDialog(target, before)) return false
    stop()
    // Unlike a new value, this is an input of the person to everything that listens.
    if (text !== '' && isTyping(target)) document.execCommand('insertText', false, text)
    // The dialog handles it after the text.
    if (isEntered) setTimeout(() => target.dispatchEvent(new KeyboardEvent('keydown', ENTER)))
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
    isEntered = keepsEnter && event.key === 'Enter'
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('focusin', giveTo)
  return stop
}

const ENTER = { key: 'Enter', bubbles: true, cancelable: true }

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The text as a key changes it; undefined if the key changes no text. */
export function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: PressedKey): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Enter') return text
  if (key === 'Backspace') return text.slice(0, -1)
  return key.length === 1 ? text + key : undefined
}

const DIALOG = '[role=dialog]'

/** Whether it is an input or a button of a dialog that was not there before. The dialog itself gets the focus while it has none. */
function isInDialog(target: EventTarget | null, before: ReadonlySet<Element>): target is HTMLElement {
  const dialog = target instanceof HTMLElement && target.tabIndex >= 0 ? target.closest(DIALOG) : null
  return dialog !== null && !before.has(dialog)
}
