import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Whether the notifications are open. The bells and the panel are in different places of the frame. */
export const openness = {
  read: (): boolean => isOpen,
  change: (open: boolean): void => {
    isOpen = open
    for (const tell of listeners) tell()
  },
  subscribe: (tell: () => void): (() => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  },
}

export const useOpenness = (): boolean => useSyncExternalStore(openness.subscribe, openness.read)
