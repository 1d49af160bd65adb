import { useQueryClient } from '@tanstack/react-query'
import { formOptions } from '../api/documents.ts'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { ChooseSimilar } from '../editor/similar-notice.tsx'
import { takeSecrets } from '../feedback/secret.ts'
import { doneWithUndo } from '../feedback/undo.ts'
import { t } from '../language/t.ts'
import type { WantedRecord } from '../screen/related-creation.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useReturnedFocus } from '../screen/returned-focus.ts'

/** The form of a record that another form needs. */
export function CreationDialog({ wanted, onClose }: { wanted: WantedRecord; onClose: () => void }) {
  const { title, formId, done = t('Created'), given, typed = '', onChosen, onUndone, onRedone } = wanted
  const queryClient = useQueryClient()
  useReturnedFocus(true)
  const finish = (answer: unknown, undo?: string) => {
    const definition = queryClient.getQueryData(formOptions(formId).queryKey)
    const record = takeSecrets(answer as Partial<DataRecord> | null, definition?.secrets)
    const id = record?.id
    doneWithUndo(done, undo, id === undefined ? {} : { undone: () => onUndone(id), redone: () => onRedone(id) })
    // A route may answer with nothing. The record then exists and can be searched for.
    if (id === undefined) onClose()
    else take(id)
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
          target: { given, typed },
        }}
        submitLabel={t('Create')}
        onDone={finish}
        onDismiss={onClose}
      />
    </ChooseSimilar>
  )
}
