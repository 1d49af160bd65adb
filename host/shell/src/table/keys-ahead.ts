import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { canWait, leadsOn, type WaitingKey, waitingKey } from './early-input.ts'

/** Leads from an edited cell to the next one, where the later keys are done. */
export type LeadOn = (key: WaitingKey, later: readonly WaitingKey[]) => void

interface KeysAheadOptions {
  leadOn: LeadOn
  isDirty: boolean
  isSaving: boolean
  /** The error of the last attempt. */
  error: Error | null
}

/**
 * In the editor of a grid's cell, Enter and Tab save the value and lead on, and what is typed while it is saved waits for the next cell.
 * If it is refused, the editor stays, and nothing is done to another cell.
 */
export function useKeysAhead({ leadOn, isDirty, isSaving, error }: KeysAheadOptions) {
  const leading = useRef<WaitingKey | null>(null)
  const waiting = useRef<WaitingKey[]>([])
  // Set at once, because the state of the request is told after the present event.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSaving) return
    isSent.current = false
    leading.current = null
    waiting.current = []
  }, [isSaving, error])

  const end = (form: HTMLFormElement | null, key: WaitingKey) => {
    leading.current = key
    if (isDirty) form?.requestSubmit()
    else leadOn(key, waiting.current)
  }
  const handlers = {
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing || !canWait(event)) return
      if (isSent.current) waiting.current.push(waitingKey(event))
      else if (event.key === 'Tab' && leavesValue(event)) end(formIn(event), waitingKey(event))
      else {
        leading.current = event.key === 'Enter' ? waitingKey(event) : null
        return
      }
      event.preventDefault()
      event.stopPropagation()
    },
    /** An unchanged value is not sent. Some fields need Enter themselves. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, defaultPrevented } = event
      if (key !== 'Enter' || isDirty || defaultPrevented || !canWait(event)) return
      if (!(target instanceof HTMLInputElement) || !inputsIn(event).includes(target)) return
      event.preventDefault()
      end(formIn(event), waitingKey(event))
    },
  }
  return {
    handlers,
    /** The form is being sent. */
    sent: () => void (isSent.current = true),
    /** The value is saved. Returns false if neither Enter nor Tab has sent it. */
    saved: (): boolean => {
      const key = leading.current
      if (key !== null) leadOn(key, waiting.current)
      return key !== null
    },
    /** Does keys that were pressed before the editor was there. */
    follow: (form: HTMLFormElement | null, [key, ...later]: readonly WaitingKey[]) => {
      if (key === undefined || !leadsOn(key)) return
      waiting.current = later
      end(form, key)
    },
  }
}

const formIn = ({ currentTarget }: KeyboardEvent<HTMLElement>) => currentTarget.querySelector('form')

/** The inputs of the value. What a field shows above the page, such as a calendar with a time, is not among them. */
const inputsIn = (event: KeyboardEvent<HTMLElement>): Element[] => [
  ...(formIn(event)?.querySelectorAll('input:not([type=hidden]), textarea') ?? []),
]

/** Whether Tab leaves the value: from its last input, or with Shift from its first one. */
function leavesValue(event: KeyboardEvent<HTMLElement>): boolean {
  const inputs = inputsIn(event)
  return inputs.length > 0 && inputs.at(event.shiftKey ? 0 : -1) === event.target
}
