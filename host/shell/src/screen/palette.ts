import { useEffect } from 'react'

/** An action of the open screen, as offered in the search. */
export interface OfferedAction {
  readonly key: string
  readonly label: string
  /** The record of the action. */
  readonly about?: string
  readonly icon?: string | undefined
  readonly start: () => void
}

const offered = new Map<symbol, readonly OfferedAction[]>()

/** Offers actions in the search for as long as the component is on screen. */
export function useOffer(actions: readonly OfferedAction[]): void {
  useEffect(() => {
    const key = Symbol('offer')
    offered.set(key, actions)
    return () => void offered.delete(key)
  })
}

/** The actions that the components on screen offer. */
export const offeredActions = (): readonly OfferedAction[] => [...offered.values()].flat()
