import type { FormDefinition } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { RefObject, SubmitEvent } from 'react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { useChanging } from '../api/preview.ts'
import { useAway } from '../api/reach.ts'
import { request } from '../api/request.ts'
import { FormBanner } from '../editor/form-body.tsx'
import { type Hold, UnsavedGuard } from '../editor/discard-dialog.tsx'
import { focusFirstError, useFormFocus } from '../editor/form-focus.ts'
import { HeldFields } from '../editor/held-fields.tsx'
import { aboutChanges, serverErrors } from '../form/field-errors.ts'
import { FormScope } from '../form/form-scope.ts'
import { untilReached } from '../form/send-form.ts'
import { IdempotencyKeys } from '../form/submission.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { t } from '../language/t.ts'
import { countOf } from './action-answer.ts'
import type { Actions, AskedAction } from './actions.ts'
import { DialogFoot } from '../theme/dialog-foot.tsx'
import styles from './many-drawer.module.css'
import { changesOf, type Chosen, fieldGroups, problemsOf, seenOf, startOf, type Way } from './many-fields.ts'
import { ManyField } from './many-field.tsx'

interface ManyFormProps {
  asked: AskedAction
  /** The form of the edit screen with the fields that suit many records. */
  definition: FormDefinition
  /** Updated here, read by the drawer when it closes. */
  hold: RefObject<Hold>
  onDone: Actions['finish']
  onDismiss: () => void
}

/** The most records that can be named one by one (`MOST_AT_ONCE` of bulk routes); a filter may match more. */
const MOST_AT_ONCE = 500

/** A record without values: no field starts with one, because the records have different ones. */
const BLANK = { record: { id: '' }, etag: null }

/** Each field is left as it is until the person chooses to change it. */
export function ManyForm({ asked, definition, hold, onDone, onDismiss }: ManyFormProps) {
  const [chosen, setChosen] = useState<Chosen>({})
  const form = useRecordForm(definition, BLANK)
  const sending = useSending({ asked, definition, form, chosen, onDone })
  const focus = useFormFocus(definition.id, { focusesFirstField: true })
  const { isPending } = sending
  const isAnyChosen = Object.keys(chosen).length > 0
  useImperativeHandle(hold, () => (isPending ? 'saving' : isAnyChosen ? 'dirty' : 'free'))

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems = problemsOf(definition, chosen, form.values)
    form.setErrors(problems)
    if (Object.keys(problems).length > 0) focusFirstError(event.currentTarget)
    else sending.send()
  }
  const choose = (name: string, way: Way | undefined) => {
    setChosen(({ [name]: _, ...others }) => (way ? { ...others, [name]: way } : others))
    if (way && form.values[name] === undefined) form.setValue(name, startOf(definition, name))
  }
  const groups = fieldGroups(definition.layout, (name) => name in definition.fields)

  return (
    <form noValidate onSubmit={submit} {...focus} className={styles.form}>
      <p className={styles.intro}>{t('Choose what to change. Everything else stays as it is.')}</p>
      <FormBanner messages={sending.banner} />
      <FormScope value={form}>
        <HeldFields isHeld={isPending} className={styles.groups}>
          {groups.map(({ title, names }, index) => (
            <fieldset key={index} className={styles.group} aria-label={title ?? t('Fields')}>
              {title !== undefined && <p className={styles.title}>{title}</p>}
              {names.map((name) => (
                <ManyField
                  key={name}
                  {...{ name, form, asked }}
                  way={chosen[name]}
                  onChoose={(way) => choose(name, way)}
                />
              ))}
            </fieldset>
          ))}
        </HeldFields>
      </FormScope>
      <ManyFoot {...{ asked, isAnyChosen, isPending, onDismiss }} />
      <UnsavedGuard isDirty={isAnyChosen} />
    </form>
  )
}

interface ManyFootProps {
  asked: AskedAction
  isAnyChosen: boolean
  isPending: boolean
  onDismiss: () => void
}

/** How many records are changed, and the buttons. */
function ManyFoot({ asked: { action, target }, isAnyChosen, isPending, onDismiss }: ManyFootProps) {
  const changing = useChanging()
  const isAway = useAway()
  const { count = 0, body } = target
  const isTooMany = body?.ids !== undefined && body.ids.length > MOST_AT_ONCE
  const isLater = body?.filter !== undefined && count > MOST_AT_ONCE
  const effect = isTooMany
    ? t('At most {count} records can be selected one by one. Select all that match instead.', {
        count: MOST_AT_ONCE,
      })
    : isPending && isAway
      ? t('Waiting for the server…')
      : isLater
        ? t('This continues in the background and cannot be undone.')
        : action.undo !== undefined
          ? t('This can be undone.')
          : ''
  return (
    <DialogFoot effect={effect}>
      <Button variant="default" disabled={isPending} onClick={onDismiss}>
        {t('Cancel')}
      </Button>
      <Button type="submit" loading={isPending} disabled={!isAnyChosen || isTooMany} {...changing}>
        {t('Change {count}', { count: countOf(count) })}
      </Button>
    </DialogFoot>
  )
}

interface SendingOptions extends Pick<ManyFormProps, 'asked' | 'definition' | 'onDone'> {
  form: RecordForm
  chosen: Chosen
}

/** Sends the changes with the records as they were shown, so that what somebody else has changed since is not overwritten. */
function useSending({ asked, definition, form, chosen, onDone }: SendingOptions) {
  const { action, target } = asked
  const [keys] = useState(() => new IdempotencyKeys())
  const [banner, setBanner] = useState<string[]>([])
  // The state of the mutation is told after the present event, when another key may have been pressed.
  const [isPending, setPending] = useState(false)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const { mutate } = useMutation({
    mutationFn: (body: object) => {
      const { signal } = (leaving.current = new AbortController())
      const headers = { 'idempotency-key': keys.keyFor(JSON.stringify(body)) }
      return untilReached(() => request<unknown>('POST', action.path, { body, headers, signal }), signal)
    },
    onSuccess: ({ data, undo }) => {
      keys.forget()
      onDone(data, undo)
    },
    onError: (error) => {
      const isAboutFields = error instanceof ApiProblem && error.status === 422
      const { fields, rest } = isAboutFields
        ? serverErrors(aboutChanges(error.problem), form)
        : { fields: {}, rest: [error.message] }
      form.setErrors(fields)
      setBanner(rest)
    },
    onSettled: () => setPending(false),
  })
  const send = () => {
    setBanner([])
    setPending(true)
    mutate({
      ...target.body,
      ...changesOf(definition, chosen, form.values),
      seen: seenOf(target.seen ?? [], definition),
    })
  }
  return { send, banner, isPending }
}
