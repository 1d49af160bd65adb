import { Modal } from '@mantine/core'
import '../theme/modal.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formOptions } from '../api/documents.ts'
import { fillPath } from '../api/fill-path.ts'
import { recordOptions } from '../api/records.ts'
import { useKept } from '../api/use-kept.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { DiscardDialog } from '../editor/discard-dialog.tsx'
import { ActionForm } from './action-form.tsx'
import type { Hold } from './action-form.tsx'
import type { AskedAction } from './action-target.ts'

interface ActionDialogProps {
  asked: AskedAction
  onDone: (answer: unknown) => void
  onDismiss: () => void
}

/**
 * Asks for what an action sends. Reads the form, and the record that the action is about, at the same time. It does not close while
 * something is on its way, nor over what was entered without asking.
 */
export function ActionDialog({ asked, onDone, onDismiss }: ActionDialogProps) {
  const { action, target } = asked
  const recordPath = action.record_path === undefined ? undefined : fillPath(action.record_path, target.id ?? '')
  const form = useQuery(formOptions(action.form_id ?? ''))
  const record = useQuery({ ...recordOptions(recordPath ?? ''), enabled: recordPath !== undefined })
  const definition = useKept(form.data)
  const hold = useRef<Hold>('free')
  const [isLeaving, setLeaving] = useState(false)

  const close = () => {
    if (hold.current === 'free') onDismiss()
    if (hold.current === 'dirty') setLeaving(true)
  }
  const failed = form.error ? form : record
  const isReady = definition !== undefined && (recordPath === undefined || record.data !== undefined)

  return (
    <>
      <Modal opened onClose={close} title={action.label} size={560} closeOnEscape={!isLeaving}>
        {isReady ? (
          <ActionForm
            asked={asked}
            definition={definition}
            loaded={record.data ?? null}
            recordPath={recordPath}
            hold={hold}
            onDone={onDone}
            onDismiss={onDismiss}
          />
        ) : failed.error ? (
          <ProblemNotice error={failed.error} onRetry={failed.refetch} />
        ) : (
          <ScreenSkeleton />
        )}
      </Modal>
      {isLeaving && (
        <DiscardDialog
          text="What you have entered here was not sent."
          onKeep={() => setLeaving(false)}
          onDiscard={onDismiss}
        />
      )}
    </>
  )
}
