import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import type { WantedRecord } from '../screen/related-creation.ts'
import { RelatedCreation } from '../screen/related-creation.ts'

const CreationDialog = lazy(() =>
  import('./creation-dialog.tsx').then((module) => ({ default: module.CreationDialog })),
)

/** Lets the relation fields below create the record that they shall point at, in a dialog over their own form. */
export function RelatedRecords({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<WantedRecord | null>(null)
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
