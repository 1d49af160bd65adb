import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import type { WantedRecord } from '../screen/related-creation.ts'
import { RelatedCreation } from '../screen/related-creation.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'

const CreationDialog = lazy(() =>
  import('../actions/creation-dialog.tsx').then((module) => ({ default: module.CreationDialog })),
)

/** Lets relation fields create the missing record, in a dialog over their form. */
export function RelatedRecords({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<WantedRecord | null>(null)
  useEarlyKeys(wanted !== null, () => setWanted(null))
  return (
    <RelatedCreation value={setWanted}>
      {children}
      {wanted && (
        <RelatedCreation value={null}>
          <Suspense>
            <CreationDialog wanted={wanted} onClose={() => setWanted(null)} />
          </Suspense>
        </RelatedCreation>
      )}
    </RelatedCreation>
  )
}
