import type { FormDefinition } from '@atrium/sdk/documents'
import { Button, Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { fillPath, isRecord } from '../api/paths.ts'
import type { DataRecord } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { FormBody } from '../editor/form-body.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { changesUnderWay, doneWithUndo } from '../feedback/undo.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import type { LoadedRecord } from '../form/form-values.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { useSubmit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import { Beside } from '../theme/beside.tsx'
import styles from './cell-editor.module.css'
import { type EarlyInputRef, giveKept, keepKey, type WaitingKey } from './early-input.ts'
import type { CellForm } from './editable-cells.ts'
import { type LeadOn, useKeysAhead } from './keys-ahead.ts'

interface CellEditorProps {
  /** Where it stands: beside the button that opened it, or in the cell of a grid. */
  place: RefObject<HTMLElement | null>
  form: CellForm
  /** The name of the field. */
  name: string
  record: DataRecord
  /** The value and its record: `Price of Oak lamp`. */
  what: string
  /** What was typed before the editor was there. */
  typed: EarlyInputRef
  onClose: () => void
  /** In a grid: leads to the next cell. Default: Enter saves the value, and Tab leads to the buttons. */
  leadOn?: LeadOn
}

/**
 * Changes one value of a record beside its cell, with the form of the edit screen: the same checks, conflicts and undo. It reads the record
 * when it opens. Once something is entered, only a button or Esc closes it.
 */
export function CellEditor({ place, form, name, record, what, typed, onClose, leadOn }: CellEditorProps) {
  const [isDirty, setDirty] = useState(false)
  const [later, setLater] = useState<readonly WaitingKey[]>([])
  const path = fillPath(form.widget.record_path ?? '', record.id)
  const isReady = useChangesAnswered()
  const { data, error, refetch } = useQuery({ ...recordOptions(path), staleTime: 0, enabled: isReady })
  const loaded = isReady ? data : undefined
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
      <Popover.Target>
        <Beside element={place} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.panel}
        role="dialog"
        aria-label={t('Change {what}', { what })}
        tabIndex={-1}
        onFocus={(event) => {
          const keys = giveKept(typed, event)
          if (keys.length > 0) setLater(keys)
        }}
        // It has the focus itself until the record is read.
        onKeyDown={(event) => event.target === event.currentTarget && keepKey(typed, event)}
      >
        {loaded ? (
          <ValueForm onDirty={setDirty} {...{ form, name, loaded, path, later, onClose, leadOn }} />
        ) : (
          error && <ProblemNotice error={error} onRetry={refetch} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Whether the changes that were being sent when the editor opened have been answered. */
function useChangesAnswered(): boolean {
  const [before] = useState(changesUnderWay)
  const [isReady, setReady] = useState(before.length === 0)
  useEffect(() => void Promise.all(before).then(() => setReady(true)), [before])
  return isReady
}

interface ValueFormProps {
  form: CellForm
  name: string
  loaded: LoadedRecord
  path: string
  /** Keys that follow what was typed before the editor was there. */
  later: readonly WaitingKey[]
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  leadOn: LeadOn | undefined
}

function ValueForm({
  form: { widget, definition },
  name,
  loaded,
  path,
  later,
  onDirty,
  onClose,
  leadOn,
}: ValueFormProps) {
  const { isDirty, ...form } = useRecordForm({ ...definition, layout: [{ kind: 'field', name }] }, loaded)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const submit = useSubmit(
    { ...form, isDirty },
    {
      recordId: loaded.record.id,
      recordPath: path,
      newest: loaded,
      onSaved: ({ data, etag, undo }, entered) => {
        doneWithUndo(widget.done ?? t('Changes saved'), undo)
        if (Object.keys(entered).length > 0) form.restart(isRecord(data) ? { record: data, etag } : loaded, entered)
        else if (leadOn === undefined || !keys.saved()) onClose()
      },
    },
  )
  const { isSaving, error } = submit
  const keys = useKeysAhead({ leadOn: leadOn ?? onClose, isDirty, isSaving, error })
  // A conflict has choices of its own.
  const leads = leadOn !== undefined && submit.conflict === null
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => keys.follow(body.current?.querySelector('form') ?? null, later), [later])
  const label = definition.fields[name]?.label ?? name
  const isShown = form.states[name]?.isVisible === true

  return (
    <div ref={body} {...(leads ? keys.handlers : isSaving && { onKeyDownCapture: refuseSteps })}>
      <FormBody form={{ ...form, isDirty }} submit={submit} focusesFirstField onSend={keys.sent}>
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
    </div>
  )
}

/** After Enter, ↑ and ↓ mean another cell, and must not change the value that is being saved. */
function refuseSteps(event: KeyboardEvent): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  event.stopPropagation()
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
