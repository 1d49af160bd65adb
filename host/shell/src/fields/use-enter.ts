import { type KeyboardEvent, useEffect, useState } from 'react'

interface EnterOptions {
  /** What is typed. Empty while nothing is looked for. */
  text: string
  /** The ids of what was found for the text; undefined until the answer is there. */
  found: readonly string[] | undefined
  onChoose: (id: string) => void
}

/**
 * Enter in a field whose options are searched for while one types. If there is only one, it is chosen, as soon as the answer is there: fast
 * typists do not wait for it. Until then, keys choose nothing, and Enter never sends the form. An option that is highlighted after that is
 * chosen by the field itself, whose own handler comes after this one.
 */
export function useEnter({ text, found, onChoose }: EnterOptions) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    if (asked === '' || (asked === text && found === undefined)) return
    setAsked('')
    const [only, ...others] = found ?? []
    if (asked === text && only !== undefined && others.length === 0) onChoose(only)
  })
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
    if (text === '' || !isPlain || !KEYS.has(event.key)) return
    const isEnter = event.key === 'Enter'
    const isHighlighted = event.currentTarget.hasAttribute('aria-activedescendant')
    if (found !== undefined && (!isEnter || isHighlighted)) return
    event.preventDefault()
    event.stopPropagation()
    if (isEnter) setAsked(text)
  }
}

const KEYS: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp'])
