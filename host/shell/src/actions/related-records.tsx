import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { formOptions } from '../api/documents.ts'
import { ChooseSimilar } from '../editor/similar-notice.tsx'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { takeSecrets } from '../feedback/secret.ts'
import type { WantedRecord } from '../fields/related-creation.ts'
import { RelatedCreation } from '../fields/related-creation.ts'
import { useReturnedFocus } from './returned-focus.ts'

const ActionDialog = lazy(() => import('./action-dialog.tsx').then((module) => ({ default: module.ActionDialog })))

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

function CreationDialog({ wanted, onClose }: { wanted: WantedRecord; onClose: () => void }) {
  const { title, formId, given, onChosen } = wanted
  const queryClient = useQueryClient()
  useReturnedFocus(true)
  const finish = (answer: unknown) => {
    const definition = queryClient.getQueryData(formOptions(formId).queryKey)
    take(takeSecrets(answer as DataRecord, definition?.secrets).id)
  }
  const take = (id: RecordId) => {
    onChosen(id)
    onClose()
  }
  return (
    <ChooseSimilar value={take}>
      <ActionDialog
        asked={{
          action: { id: 'create', kind: 'header', label: title, method: 'POST', path: '/', form_id: formId },
          target: { given },
        }}
        submitLabel="Create"
        onDone={finish}
        onDismiss={onClose}
      />
    </ChooseSimilar>
  )
}
