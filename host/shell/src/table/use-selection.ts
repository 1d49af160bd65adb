import { useState } from 'react'
import type { RecordId } from '../api/fill-path.ts'

/** Which records are chosen: those with these ids, or all that match. */
export interface Selection {
  ids: ReadonlySet<RecordId>
  isAll: boolean
  has: (id: RecordId) => boolean
  toggle: (ids: readonly RecordId[], chosen: boolean) => void
  chooseAll: () => void
  clear: () => void
}

const NONE: ReadonlySet<RecordId> = new Set()

/** Keeps a choice of records across pages. Once others match (`matching` changes) nothing is chosen any more. */
export function useSelection(matching: string): Selection {
  const [choice, setChoice] = useState({ matching, ids: NONE, isAll: false })
  const { ids, isAll } = choice.matching === matching ? choice : { ids: NONE, isAll: false }

  return {
    ids,
    isAll,
    has: (id) => isAll || ids.has(id),
    toggle: (changed, chosen) => {
      const next = new Set(ids)
      for (const id of changed) {
        if (chosen) next.add(id)
        else next.delete(id)
      }
      setChoice({ matching, ids: next, isAll: false })
    },
    chooseAll: () => setChoice({ matching, ids, isAll: true }),
    clear: () => setChoice({ matching, ids: NONE, isAll: false }),
  }
}
