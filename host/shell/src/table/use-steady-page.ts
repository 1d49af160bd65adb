import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RecordPage } from '../api/records.ts'
import type { SteadyPage } from '../api/quiet-reads.ts'

/**
 * The shown state of a page. Rows stay in place if others change the list while somebody reads it.
 * @param place the page by path and query; a different one is shown unchanged
 */
export function useSteadyPage(page: UseQueryResult<RecordPage>, place: string) {
  const frame = useRef<HTMLDivElement>(null)
  const [steady, setSteady] = useState<(SteadyPage & { place: string }) | null>(null)
  const fresh = page.isPlaceholderData ? undefined : page.data
  let present = steady?.place === place ? steady : null
  if (fresh && fresh !== present?.fresh) {
    const next = present && fresh.show ? fresh.show(present, fresh, frame.current) : { fresh, shown: fresh }
    setSteady((present = { ...next, place }))
  }
  return {
    page: { ...page, data: present?.shown ?? page.data } as typeof page,
    /** For the element that contains the rows. */
    frame,
    /** The records that wait to be shown: their number, and the function that shows them. */
    waiting: present?.waiting,
    showAll: () => fresh && setSteady({ fresh, shown: fresh, place }),
  }
}
