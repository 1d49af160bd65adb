import type { Action, FormDefinition } from '@atrium/sdk/documents'
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useImperativeHandle } from 'react'
import { formOptions } from '../api/documents.ts'
import { fillPath } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { useKept } from '../api/query-client.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { type Hold, useGuardedClose } from '../editor/discard-dialog.tsx'
import { FormBody } from '../editor/form-body.tsx'
import type { LoadedRecord } from '../form/form-values.ts'
import { prefilledValues, typedValues } from '../form/form-values.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { useSubmitVariant } from '../form/main-button.ts'
import { useSubmit } from '../form/use-submit.ts'
import type { Submit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import { useScreen } from '../screen/screen-context.ts'
import styles from '../theme/dialog.module.css'
import { FirstFocus } from '../theme/first-focus.tsx'
import '../theme/modal.css'
import type { AskedAction } from './actions.ts'
import { actionTone, shownMembers } from './actions.ts'
import { Subject } from './subject.tsx'

interface ActionDialogProps {
  asked: AskedAction
  /** The text of the button that sends the form. Default: the label of the action. */
  submitLabel?: string
  /** Takes the host's answer, and the address that undoes the change. */
  onDone: (answer: unknown, undo?: string) => void
  onDismiss: () => void
}

/**
 * The dialog of an action with a form. It reads the form and the record of the action at the same time. It does not close while
 * the form is being sent, and asks before it discards input.
 */
export function ActionDialog({ asked, submitLabel = asked.action.label, onDone, onDismiss }: ActionDialogProps) {
  const { action, target } = asked
  const recordPath = action.record_path === undefined ? undefined : fillPath(action.record_path, target.id ?? '')
  const form = useQuery(formOptions(action.form_id ?? ''))
  const record = useQuery({ ...recordOptions(recordPath ?? ''), enabled: recordPath !== undefined })
  const definition = useKept(form.data)
  const { hold, close, isAsking, question } = useGuardedClose(onDismiss)

  const failed = form.error ? form : record
  const isReady = definition !== undefined && (recordPath === undefined || record.data !== undefined)

  return (
    <>
      <Modal opened onClose={close} title={action.label} size={560} closeOnEscape={!isAsking}>
        <FirstFocus>
          {isReady ? (
            <ActionForm
              asked={asked}
              submitLabel={submitLabel}
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
        </FirstFocus>
      </Modal>
      {question}
    </>
  )
}

interface ActionFormProps extends Required<ActionDialogProps> {
  definition: FormDefinition
  loaded: LoadedRecord | null
  recordPath: string | undefined
  /** Updated by the form, read by the dialog when it closes. */
  hold: RefObject<Hold>
}

/** If the host rejects the input, the form stays open with its values and shows the errors at their fields. */
function ActionForm({ asked, submitLabel, definition, loaded, recordPath, hold, ...on }: ActionFormProps) {
  const { action, target } = asked
  const { recordId: parentId } = useScreen()
  const form = useRecordForm(definition, loaded, {
    prefilled: prefilledValues(
      definition,
      new URLSearchParams({ ...typedValues(definition, target.typed), ...target.given }),
    ),
  })
  const submit = useSubmit(form, {
    recordId: target.id,
    parentId,
    recordPath,
    holds: true,
    shown: shownMembers(action, target),
    many: target.body,
    onSaved: ({ data, undo }) => on.onDone(data, undo),
  })
  const isUnchanged = definition.operation === 'edit' && !form.isDirty
  useImperativeHandle(hold, () => (submit.isSaving ? 'saving' : form.isDirty ? 'dirty' : 'free'))

  return (
    <FormBody
      form={form}
      submit={submit}
      className={styles.form}
      focusesFirstField
      intro={
        <>
          {action.confirm !== undefined && <p className={styles.text}>{action.confirm}</p>}
          <Subject target={target} />
        </>
      }
    >
      <Buttons action={action} label={submitLabel} submit={submit} isUnchanged={isUnchanged} onDismiss={on.onDismiss} />
    </FormBody>
  )
}

interface ButtonsProps {
  action: Action
  label: string
  submit: Submit
  isUnchanged: boolean
  onDismiss: () => void
}

/** While files are being sent, the first button stops that. */
function Buttons({ action, label, submit, isUnchanged, onDismiss }: ButtonsProps) {
  const variant = useSubmitVariant()
  return (
    <div className={styles.buttons}>
      {submit.progress === null ? (
        <Button variant="default" disabled={submit.isSaving} onClick={onDismiss}>
          {action.keep ?? t('Go back')}
        </Button>
      ) : (
        <Button variant="default" onClick={submit.stop}>
          {t('Stop')}
        </Button>
      )}
      <Button
        type="submit"
        variant={variant}
        color={actionTone(action) === 'red' ? 'red' : undefined}
        loading={submit.isSaving}
        disabled={isUnchanged}
      >
        {label}
      </Button>
    </div>
  )
}
