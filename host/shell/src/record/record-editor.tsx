import type { FormDefinition, FormWidget } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { PathLink } from '../screen/path-link.tsx'
import { ActionDialogs } from '../actions/action-dialogs.tsx'
import { actionsOn, RecordActionButtons } from '../actions/record-actions.tsx'
import type { Actions } from '../actions/actions.ts'
import { useRecordActions } from '../actions/use-record-actions.ts'
import { type DataRecord, fillPath, isRecord } from '../api/paths.ts'
import { useChanging } from '../api/preview.ts'
import type { Answer } from '../api/request.ts'
import { useGuardedClose } from '../editor/discard-dialog.tsx'
import { FormBar, FormBody } from '../editor/form-body.tsx'
import { HeldFields } from '../editor/held-fields.tsx'
import { useDraft } from '../editor/use-draft.tsx'
import { usePlan } from '../editor/use-plan.tsx'
import styles from './record-editor.module.css'
import { WhoElse } from './who-else.tsx'
import { takeSecrets } from '../feedback/secret.ts'
import { toast } from '../feedback/toast.ts'
import { doneWithUndo } from '../feedback/undo.ts'
import type { FormValues, LoadedRecord } from '../form/form-values.ts'
import { prefilledValues } from '../form/form-values.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { useSubmit } from '../form/use-submit.ts'
import { WantedDay, wantedDay } from '../form/wanted-day.ts'
import { msg, t } from '../language/t.ts'
import { useOnward } from '../screen/onward.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { useSubtitles } from '../values/record-subtitle.ts'
import { recordTitle } from '../values/record-title.ts'

/** The text of the submit button. */
const LABELS = { create: msg('Create'), edit: msg('Save'), action: msg('Send') } as const

/** How the form of a new record stands over the screen from which it was opened. */
export interface FormOver {
  /** The initial values, as the query of an address. */
  readonly given: string
  /** The parameter of the address that keeps the form open. */
  readonly openedBy: string
  /** Gets what closes the form on request: after a question if input would be lost, and not while it is sent. */
  readonly leave: RefObject<() => void>
  /** Closes it at once. */
  readonly close: () => void
}

interface RecordEditorProps {
  /** Undefined for a form that is a screen of its own. */
  over: FormOver | undefined
  widget: FormWidget
  heading: boolean
  definition: FormDefinition
  loaded: LoadedRecord | null
  recordPath: string | undefined
}

/** A form that creates or edits a record, with the record's actions. */
export function RecordEditor({ over, widget, heading, definition, loaded, recordPath }: RecordEditorProps) {
  const { operation } = definition
  const { recordId } = useScreen()
  const onward = useOnward()
  const go = useRef(onward())
  const isLeaving = useRef(false)
  const search = useLocation({ select: (location) => location.searchStr })
  const given = new URLSearchParams(over?.given ?? search)
  const form = useRecordForm(definition, loaded, { prefilled: prefilledValues(definition, given) })
  const [pressed, setPressed] = useState<string>()
  const other = widget.create_and?.find(({ action }) => action.id === pressed)
  const created = useRef<string>(undefined)
  const actions = useRecordActions(widget.cancel_path, () => {
    // The message about the action says enough. The creation is undone after it, by the same keys.
    if (created.current !== undefined) toast.withdraw(created.current)
    form.followOwn()
  })
  const draft = useDraft(form, recordId)

  const onSaved = ({ data: answered, etag, undo }: Answer<unknown>, later: FormValues) => {
    const data = takeSecrets(answered, definition.secrets)
    const saved = isRecord(data) ? { record: data, etag } : null
    // The form of a new record would make another one of what is entered later.
    const isDone = operation === 'create' || Object.keys(later).length === 0
    form.restart(saved ?? form.base, isDone ? {} : later)
    if (isDone) draft.forget()
    const done = widget.done ?? (operation === 'create' ? t('Created') : t('Changes saved'))
    doneWithUndo(done, undo, { undone: form.followOwn, redone: form.followOwn })
    const [next] = other && saved ? actionsOn(saved.record, [other.action]) : []
    if (next && saved) {
      created.current = undo
      const titleOf = (record: DataRecord) => recordTitle(record, widget.record_title_attribute)
      const { record } = saved
      actions.start(next, { id: record.id, title: titleOf(record), titleOf, record, subtitle: widget.record_subtitle })
    }
    const target = placeAfter(widget, saved?.record.id ?? recordId)
    if (over) over.close()
    else if (isDone && target !== undefined && !isLeaving.current) go.current(target, { ignoreBlocker: true })
  }
  const holds = operation === 'create'
  const newest = actions.isRunning ? null : loaded
  const sending = useSubmit(form, { recordId, recordPath, onSaved, holds, newest })
  const { submit, dialog } = usePlan(form, sending, recordId)
  const leaving = useGuardedClose(() => {
    draft.forget()
    over?.close()
  })
  useImperativeHandle(leaving.hold, () => (submit.isSaving ? 'saving' : form.isDirty ? 'dirty' : 'free'))
  useImperativeHandle(over?.leave, () => leaving.close)

  return (
    <section className={styles.editor}>
      <EditorHeader widget={widget} heading={heading} form={form} actions={actions} recordPath={recordPath} />
      {draft.notice && <HeldFields isHeld={submit.isHeld}>{draft.notice}</HeldFields>}
      <WantedDay value={wantedDay(given)}>
        <FormBody
          form={form}
          submit={submit}
          focusesFirstField={operation === 'create'}
          onSend={(button) => {
            go.current = onward()
            setPressed(button)
          }}
          onDiscard={draft.forget}
          openedBy={over?.openedBy}
          isLeaving={isLeaving}
        >
          <FormBar
            label={t(LABELS[operation])}
            form={form}
            submit={submit}
            needsChange={operation === 'edit'}
            isOther={other !== undefined}
          >
            <CreateAndButtons widget={widget} isSaving={submit.isSaving} pressed={pressed} />
            {over ? (
              <Button variant="default" disabled={submit.isSaving} onClick={leaving.close}>
                {t('Cancel')}
              </Button>
            ) : (
              widget.cancel_path !== undefined && (
                <Button variant="default" component={PathLink} href={fillPath(widget.cancel_path, recordId ?? '')}>
                  {t('Cancel')}
                </Button>
              )
            )}
          </FormBar>
        </FormBody>
      </WantedDay>
      <ActionDialogs actions={actions} />
      {dialog}
      {leaving.question}
    </section>
  )
}

interface CreateAndProps {
  widget: FormWidget
  isSaving: boolean
  /** The action of the button that was pressed last. */
  pressed: string | undefined
}

/** The buttons that create the record and run an action on it. */
function CreateAndButtons({ widget: { create_and = [] }, isSaving, pressed }: CreateAndProps) {
  const permitted = usePermitted()
  const changing = useChanging()
  return create_and
    .filter(({ action }) => permitted([action]).length > 0)
    .map(({ label, action }) => (
      <Button
        key={action.id}
        type="submit"
        variant="default"
        value={action.id}
        loading={isSaving && pressed === action.id}
        disabled={isSaving}
        {...changing}
      >
        {label}
      </Button>
    ))
}

/** The screen after saving: the declared one, or else after a create the target of Cancel, which is the list. Undefined to stay. */
function placeAfter(
  { done_path, cancel_path, record_path }: FormWidget,
  id: string | number | undefined,
): string | undefined {
  const needsId = done_path?.includes(':id') ?? false
  if (done_path !== undefined && !(needsId && id === undefined)) return fillPath(done_path, id ?? '')
  return record_path === undefined ? cancel_path : undefined
}

interface EditorHeaderProps {
  widget: FormWidget
  heading: boolean
  form: RecordForm
  actions: Actions
  recordPath: string | undefined
}

/** The title of the form, and the actions of its record. */
function EditorHeader({ widget, heading, form, actions, recordPath }: EditorHeaderProps) {
  const { panel } = usePanel()
  const { dashboard, screen } = useScreen()
  const record = form.base?.record
  const subtitleOf = useSubtitles(widget.record_subtitle, record ? [record] : [])
  if (!record) return heading ? <PageHeader title={dashboard.title} heading /> : null

  const title = recordTitle(record, widget.record_title_attribute)
  const view = panel.screens.find((each) => each.kind === 'view' && each.resource_id === screen.resource_id)
  return (
    <>
      {heading && <title>{t('Edit {title}', { title })}</title>}
      <PageHeader
        title={t('Edit {title}', { title })}
        subtitle={subtitleOf(record)}
        heading={heading}
        aside={recordPath !== undefined && <WhoElse path={recordPath} editing={form.isDirty} />}
        via={view && { title, path: fillPath(view.path, record.id) }}
      >
        <RecordActionButtons
          record={record}
          titleOf={(of) => recordTitle(of, widget.record_title_attribute)}
          subtitle={widget.record_subtitle}
          declared={widget.actions}
          actions={actions}
        />
      </PageHeader>
    </>
  )
}
