import { useSyncExternalStore } from 'react'

/** Mantine keeps the scheme in this attribute, also if it follows the system. */
const ATTRIBUTE = 'data-mantine-color-scheme'

const listeners = new Set<() => void>()
let observer: MutationObserver | undefined

/** The colour scheme of the page. A list may have hundreds of elements, so all of them share one observer. */
export const useColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, read)

const read = () => (document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light')

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  observer ??= observe()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    observer?.disconnect()
    observer = undefined
  }
}

function observe(): MutationObserver {
  const changes = new MutationObserver(() => listeners.forEach((tell) => tell()))
  changes.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] })
  return changes
}
