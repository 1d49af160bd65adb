import { useLayoutEffect, useRef } from 'react'
import type { FocusEvent } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps the cursor in the field it was in where a changed definition has put another element in its place. The props belong to
 * the form.
 */
export function useKeptFocus(definitionId: string) {
  const form = useRef<HTMLFormElement>(null)
  const focused = useRef<Typed | null>(null)

  useLayoutEffect(() => {
    const former = focused.current
    if (former === null || former.isConnected) return
    const next = form.current?.querySelector<Typed>(`[name="${CSS.escape(former.name)}"]`)
    if (next) moveCursor(former, next)
  }, [definitionId])

  return {
    ref: form,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = isTyped(target) ? target : null
    },
    // React is deaf while it changes the page, so a field that is taken away leaves its mark.
    onBlur: () => {
      focused.current = null
    },
  }
}

function isTyped(target: EventTarget): target is Typed {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Fields for numbers and e-mail addresses have a cursor, but do not say where. */
function moveCursor(from: Typed, to: Typed): void {
  to.focus()
  if (from.selectionStart !== null && to.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
}
