import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { textAfter } from '../theme/early-keys.ts'

/** A key that is done later, without Ctrl, Alt and ⌘. */
export type WaitingKey = Pick<KeyboardEvent, 'key' | 'shiftKey'>

/** What is typed into a cell before its editor is there. */
export interface EarlyInput {
  text: string
  /** Whether it replaces the value, as in a spreadsheet, instead of being added where the cursor is. */
  readonly replaces: boolean
  /** In a grid, what follows the text: the key that saves the value and leads to another cell, and the keys for that one. */
  readonly later?: WaitingKey[]
}

/** Null once the editor has the focus. */
export type EarlyInputRef = RefObject<EarlyInput | null>

/** Keeps what a key types, so that it does nothing else, such as the shortcut `/`. Returns whether it was such a key. */
export function keepKey(kept: EarlyInputRef, event: KeyboardEvent): boolean {
  if (kept.current === null || !canWait(event) || !addKey(kept.current, waitingKey(event))) return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** Adds a key to what is kept. Returns false for a key that types nothing. */
export function addKey(kept: EarlyInput, key: WaitingKey): boolean {
  if (kept.later && (kept.later.length > 0 || leadsOn(key))) {
    kept.later.push(key)
    return true
  }
  const next = textAfter(kept.text, { ...key, ctrlKey: false, metaKey: false, altKey: false })
  if (next !== undefined) kept.text = next
  return next !== undefined
}

/**
 * Types what was kept into the input that has just got the focus, as a person would. Nothing is kept any longer.
 * @returns the keys that follow the text; none for an input that takes no text
 */
export function giveKept(kept: EarlyInputRef, { target, currentTarget }: FocusEvent): readonly WaitingKey[] {
  if (target === currentTarget || kept.current === null) return []
  const { text, replaces, later = [] } = kept.current
  kept.current = null
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isText) return []
  if (text === '') return later
  if (replaces) target.select()
  document.execCommand('insertText', false, text)
  return later
}

/** Whether a key saves a value and leads to another cell, as in a spreadsheet. */
export const leadsOn = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => key === 'Enter' || key === 'Tab'

const WITHOUT_TEXT = new Set(['Enter', 'Tab', 'F2', 'Backspace', 'Delete', 'Home', 'End'])

/** Whether a key does as much later, in another cell. */
export const canWait = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key.startsWith('Arrow') || WITHOUT_TEXT.has(key))

export const waitingKey = ({ key, shiftKey }: KeyboardEvent): WaitingKey => ({ key, shiftKey })
