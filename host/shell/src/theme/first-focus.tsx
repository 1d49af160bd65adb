import { type FocusEvent, type ReactNode, useState } from 'react'

/**
 * Gets the first focus of the dialog instead of its Close button, and passes it on: to the field that the form has chosen, or to the dialog
 * itself if the form is not there yet.
 */
export function FirstFocus({ children }: { children: ReactNode }) {
  const [isEntered, setEntered] = useState(false)
  const passOn = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target !== currentTarget) return setEntered(true)
    const field = currentTarget.querySelector<HTMLElement>('[data-autofocus]')
    const receiver = field ?? currentTarget.closest<HTMLElement>('[role=dialog]')
    receiver?.focus()
  }
  return (
    <div onFocus={passOn} {...(!isEntered && { tabIndex: -1, 'data-autofocus': true })}>
      {children}
    </div>
  )
}
