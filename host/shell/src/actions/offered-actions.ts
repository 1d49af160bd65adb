import type { Action } from '@atrium/sdk/documents'
import { useId } from 'react'
import { useChanging } from '../api/preview.ts'
import { useOffer } from '../screen/palette.ts'

/** Also offers declared actions in the search of the panel, unless a preview forbids changes. */
export function useOfferedActions(
  actions: readonly Action[],
  { about, start }: { about?: string; start: (action: Action) => void },
): void {
  const { disabled = false } = useChanging()
  const shown = disabled ? [] : actions
  const id = useId()
  useOffer(
    shown.map((action) => ({
      ...{ key: `${id}${action.id}`, label: action.label, icon: action.icon, start: () => start(action) },
      ...(about !== undefined && { about }),
    })),
  )
}
