import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { textAfter } from '../theme/early-keys.ts'

/** What is typed into a cell before its editor is there. */
export interface EarlyInput {
  text: string
  /** Whether it replaces the value, as in a spreadsheet, instead of being added where the cursor is. */
  readonly replaces: boolean
}

/** Null once the editor has the focus. */
export type EarlyInputRef = RefObject<EarlyInput | null>

/** Keeps what a key types, so that it does nothing else, such as the shortcut `/`. Returns whether it was such a key. */
export function keepKey(kept: EarlyInputRef, event: KeyboardEvent): boolean {
  const next = kept.current === null ? undefined : textAfter(kept.current.text, event.nativeEvent)
  if (kept.current === null || next === undefined) return false
  kept.current.text = next
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** Types what was kept into the input that has just got the focus, as a person would. Nothing is kept any longer. */
export function giveKept(kept: EarlyInputRef, { target, currentTarget }: FocusEvent): void {
  if (target === currentTarget || kept.current === null) return
  const { text, replaces } = kept.current
  kept.current = null
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isText || text === '') return
  if (replaces) target.select()
  document.execCommand('insertText', false, text)
}
