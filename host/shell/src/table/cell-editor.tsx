import type { FormDefinition } from '@atrium/sdk/documents'
import { Button, Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FocusEvent, ReactElement, RefObject } from 'react'
import { fillPath, isRecord } from '../api/paths.ts'
import type { DataRecord } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { FormBody } from '../editor/form-body.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { doneWithUndo } from '../feedback/undo.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import type { LoadedRecord } from '../form/form-values.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { useSubmit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import styles from './cell-editor.module.css'
import type { CellForm } from './editable-cells.ts'

interface CellEditorProps {
  /** The button that opened it, beside which it stands. */
  button: ReactElement
  form: CellForm
  /** The name of the field. */
  name: string
  record: DataRecord
  /** The value and its record: `Price of Oak lamp`. */
  what: string
  /** What was typed before the editor was there. It replaces the value in the first input. */
  typed?: RefObject<string>
  onClose: () => void
}

/**
 * Changes one value of a record beside its cell, with the form of the edit screen: the same checks, conflicts and undo. It reads the record
 * when it opens. Once something is entered, only a button or Esc closes it.
 */
export function CellEditor({ button, form, name, record, what, typed, onClose }: CellEditorProps) {
  const [isDirty, setDirty] = useState(false)
  const path = fillPath(form.widget.record_path ?? '', record.id)
  const { data: loaded, error, refetch } = useQuery({ ...recordOptions(path), staleTime: 0 })
  return (
    <Popover
      opened
      onChange={(open) => !open && onClose()}
      closeOnClickOutside={!isDirty}
      position="bottom-start"
      width={320}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown
        className={styles.panel}
        role="dialog"
        aria-label={t('Change {what}', { what })}
        tabIndex={-1}
        onFocus={(event) => typed && typeInto(event, typed)}
      >
        {loaded ? (
          <ValueForm form={form} name={name} loaded={loaded} path={path} onDirty={setDirty} onClose={onClose} />
        ) : (
          error && <ProblemNotice error={error} onRetry={refetch} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Types a text into the input that has just got the focus, as a person would. */
function typeInto({ target }: FocusEvent, typed: RefObject<string>): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isText || typed.current === '') return
  target.select()
  document.execCommand('insertText', false, typed.current)
  typed.current = ''
}

interface ValueFormProps {
  form: CellForm
  name: string
  loaded: LoadedRecord
  path: string
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

function ValueForm({ form: { widget, definition }, name, loaded, path, onDirty, onClose }: ValueFormProps) {
  const { isDirty, ...form } = useRecordForm({ ...definition, layout: [{ kind: 'field', name }] }, loaded)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const submit = useSubmit(
    { ...form, isDirty },
    {
      recordId: loaded.record.id,
      recordPath: path,
      newest: loaded,
      onSaved: ({ data, etag, undo }, later) => {
        doneWithUndo(widget.done ?? t('Changes saved'), undo)
        if (Object.keys(later).length === 0) onClose()
        else form.restart(isRecord(data) ? { record: data, etag } : loaded, later)
      },
    },
  )
  const label = definition.fields[name]?.label ?? name
  const isShown = form.states[name]?.isVisible === true

  return (
    <FormBody form={{ ...form, isDirty }} submit={submit} focusesFirstField>
      {!isShown && <p className={styles.note}>{t('{label} does not apply to this record.', { label })}</p>}
      <OtherErrors definition={definition} name={name} errors={form.errors} />
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={onClose}>
          {t('Cancel')}
        </Button>
        {isShown && (
          <Button type="submit" size="xs" loading={submit.isSaving} disabled={!isDirty}>
            {t('Save')}
          </Button>
        )}
      </div>
    </FormBody>
  )
}

/** What is wrong elsewhere in the record, so that this value cannot be saved alone. */
function OtherErrors({ definition, name, errors }: { definition: FormDefinition; name: string; errors: FieldErrors }) {
  const others = Object.entries(errors).filter(([place]) => place.split('.')[0] !== name)
  if (others.length === 0) return null
  return (
    <div role="alert" className={styles.error}>
      {others.map(([place, message]) => (
        <p key={place}>{`${definition.fields[place]?.label ?? place}: ${message}`}</p>
      ))}
    </div>
  )
}
