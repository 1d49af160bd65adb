import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RecordPage } from '../api/records.ts'
import type { SteadyPage } from '../api/quiet-reads.ts'

/**
 * What is shown of a page. Rows stay where they are if others change the list while somebody reads it.
 * @param place the page by path and query; another one is shown as it is
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
    /** For the element that holds the rows. */
    frame,
    /** The records that wait to be shown: how many, and the function that shows them. */
    waiting: present?.waiting,
    showAll: () => fresh && setSteady({ fresh, shown: fresh, place }),
  }
}
