import type { FormDefinition } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useEffect, useImperativeHandle } from 'react'
import type { RefObject, SubmitEvent } from 'react'
import { useScreen } from '../screen/screen-context.ts'
import { ConflictPanel } from '../editor/conflict-panel.tsx'
import { focusFirstError } from '../editor/focus-first-error.ts'
import { focusFirstField } from '../editor/focus-first-field.ts'
import { FormBanner } from '../editor/form-banner.tsx'
import { FormScope } from '../form/form-scope.ts'
import { LayoutNodes } from '../fields/layout-nodes.tsx'
import { LeftOverNotice } from '../editor/left-over-notice.tsx'
import { UnsavedGuard } from '../editor/unsaved-guard.tsx'
import { UploadProgress } from '../editor/upload-progress.tsx'
import { useKeptFocus } from '../editor/use-kept-focus.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import type { LoadedRecord } from '../form/form-values.ts'
import { useSubmit } from '../form/use-submit.ts'
import type { AskedAction } from './action-target.ts'
import { actionTone } from './action-tone.ts'
import styles from '../theme/dialog.module.css'

/** What would be lost if the dialog were closed now: nothing, what was entered, or an answer. */
export type Hold = 'free' | 'dirty' | 'saving'

interface ActionFormProps {
  asked: AskedAction
  definition: FormDefinition
  loaded: LoadedRecord | null
  recordPath: string | undefined
  /** Kept up to date for who closes the dialog. */
  hold: RefObject<Hold>
  onDone: (answer: unknown) => void
  onDismiss: () => void
}

/** What an action asks for, as a form. A refusal is told where it belongs, and what was entered stays. */
export function ActionForm({ asked, definition, loaded, recordPath, hold, onDone, onDismiss }: ActionFormProps) {
  const { action, target } = asked
  const { recordId: parentId } = useScreen()
  const form = useRecordForm(definition, loaded)
  const focus = useKeptFocus(definition.id)
  const submit = useSubmit(form, {
    recordId: target.id,
    parentId,
    recordPath,
    onSaved: ({ data }) => onDone(data),
  })
  const isUnchanged = definition.operation === 'edit' && !form.isDirty
  useImperativeHandle(hold, () => (submit.isSaving ? 'saving' : form.isDirty ? 'dirty' : 'free'))
  useEffect(() => (focus.ref.current ? focusFirstField(focus.ref.current) : undefined), [focus.ref])

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (Object.keys(form.validate()).length > 0) focusFirstError(event.currentTarget)
    else submit.submit()
  }

  return (
    <form noValidate onSubmit={onSubmit} {...focus} className={styles.form}>
      {action.confirm !== undefined && <p className={styles.text}>{action.confirm}</p>}
      {target.title !== undefined && <p className={styles.subject}>{target.title}</p>}
      <LeftOverNotice form={form} />
      <FormBanner messages={submit.banner} />
      {submit.conflict && (
        <ConflictPanel key={submit.conflict.etag} form={form} submit={submit} current={submit.conflict} />
      )}
      <FormScope value={form}>
        <LayoutNodes nodes={definition.layout} />
      </FormScope>
      {submit.progress !== null && <UploadProgress share={submit.progress} />}
      {!submit.conflict && (
        <div className={styles.buttons}>
          {submit.progress === null ? (
            <Button variant="default" disabled={submit.isSaving} onClick={onDismiss}>
              Back
            </Button>
          ) : (
            <Button variant="default" onClick={submit.stop}>
              Stop
            </Button>
          )}
          <Button
            type="submit"
            color={actionTone(action) === 'red' ? 'red' : undefined}
            loading={submit.isSaving}
            disabled={isUnchanged}
          >
            {action.label}
          </Button>
        </div>
      )}
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  )
}
