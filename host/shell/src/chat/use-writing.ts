import { useCallback, useEffect, useRef, useState } from 'react'
import type { Sending } from './chat-snapshot.ts'

/**
 * The text that is being written, and its input. A refused message returns, unless the next one has been begun.
 * @param takesFocus whether the input gets the focus when it is shown
 */
export function useWriting(takesFocus: () => boolean) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const restore = useCallback((sending: Sending) => setText((present) => (present === '' ? sending.text : present)), [])
  useEffect(() => {
    if (takesFocus()) input.current?.focus()
  }, [takesFocus])
  return { text, setText, input, restore }
}
