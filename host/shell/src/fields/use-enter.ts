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
 * typists do not wait for it. Enter never sends the form then, nor chooses an option of a former text. An option that is highlighted is
 * chosen by the field itself.
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
    const isAlone = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
    if (event.key !== 'Enter' || !isAlone || text === '') return
    if (event.currentTarget.hasAttribute('aria-activedescendant')) return
    event.preventDefault()
    setAsked(text)
  }
}
