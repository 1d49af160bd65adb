import type { FormDefinition } from '@atrium/sdk/documents'
import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { RefObject, SubmitEvent } from 'react'
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { useChanging } from '../api/preview.ts'
import { useAway } from '../api/reach.ts'
import { request } from '../api/request.ts'
import { FormBanner } from '../editor/form-body.tsx'
import { type Hold, UnsavedGuard } from '../editor/discard-dialog.tsx'
import { focusFirstError, useFormFocus } from '../editor/form-focus.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { LayoutNodes } from '../fields/layout-nodes.tsx'
import { serverErrors } from '../form/field-errors.ts'
import { fieldSchema } from '../form/field-set.ts'
import { FormScope } from '../form/form-scope.ts'
import { untilReached } from '../form/send-form.ts'
import { IdempotencyKeys } from '../form/submission.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { formatCount } from '../values/person-formats.ts'
import { type Actions, type AskedAction, countOf } from './actions.ts'
import { DialogFoot } from '../theme/dialog-foot.tsx'
import styles from './many-drawer.module.css'
import {
  aboutChanges,
  changesOf,
  commonValue,
  empties,
  fieldGroups,
  problemsOf,
  seenOf,
  startOf,
} from './many-fields.ts'

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
  const [chosen, setChosen] = useState<readonly string[]>([])
  const form = useRecordForm(definition, BLANK)
  const sending = useSending({ asked, definition, form, chosen, onDone })
  const focus = useFormFocus(definition.id, { focusesFirstField: true })
  const { isPending } = sending
  useImperativeHandle(hold, () => (isPending ? 'saving' : chosen.length > 0 ? 'dirty' : 'free'))

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems = problemsOf(definition, chosen, form.values)
    form.setErrors(problems)
    if (Object.keys(problems).length > 0) focusFirstError(event.currentTarget)
    else sending.send()
  }
  const choose = (name: string, isChosen: boolean) => {
    setChosen((present) => (isChosen ? [...present, name] : present.filter((each) => each !== name)))
    if (isChosen && form.values[name] === undefined) form.setValue(name, startOf(definition, name))
  }
  const groups = fieldGroups(definition.layout, (name) => name in definition.fields)

  return (
    <form noValidate onSubmit={submit} {...focus} className={styles.form}>
      <p className={styles.intro}>Choose what to change. Everything else stays as it is.</p>
      <FormBanner messages={sending.banner} />
      <FormScope value={form}>
        {groups.map(({ title, names }, index) => (
          <fieldset key={index} className={styles.group} aria-label={title ?? 'Fields'}>
            {title !== undefined && <p className={styles.title}>{title}</p>}
            {names.map((name) => (
              <ManyField
                key={name}
                {...{ name, form, asked }}
                isChosen={chosen.includes(name)}
                onChoose={(isChosen) => choose(name, isChosen)}
              />
            ))}
          </fieldset>
        ))}
      </FormScope>
      <ManyFoot {...{ asked, chosen, isPending, onDismiss }} />
      <UnsavedGuard isDirty={chosen.length > 0} />
    </form>
  )
}

interface ManyFieldProps {
  name: string
  form: RecordForm
  asked: AskedAction
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** One field. It shows its name and what the records have now, and its input once it is chosen. */
function ManyField({ name, form, asked, isChosen, onChoose }: ManyFieldProps) {
  const { definition, values } = form
  const id = useId()
  const field = definition.fields[name]
  if (!field) return null
  return (
    <div className={styles.field} data-chosen={isChosen}>
      <Checkbox
        id={id}
        size="xs"
        className={styles.choice}
        aria-label={`Change ${field.label}`}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {isChosen ? (
        <div className={styles.input}>
          <LayoutNodes nodes={[{ kind: 'field', name }]} />
          {empties(definition, name, values[name]) && (
            <p className={styles.note}>{`Left empty, it is emptied in all of them.`}</p>
          )}
        </div>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {field.label}
          <PresentValue {...{ name, form, asked }} />
        </label>
      )}
    </div>
  )
}

/** What the records have now, as far as all of them were shown. */
function PresentValue({
  name,
  form: { definition },
  asked: { target },
}: Pick<ManyFieldProps, 'name' | 'form' | 'asked'>) {
  const { seen = [], count = 0 } = target
  if (seen.length < count || count === 0) return null
  const common = commonValue(seen, name)
  return (
    <span className={styles.present}>
      {'different' in common ? (
        `${formatCount(common.different)} different values`
      ) : (
        <FieldValue field={definition.fields[name]} schema={fieldSchema(definition, name)} value={common.value} />
      )}
    </span>
  )
}

interface ManyFootProps {
  asked: AskedAction
  chosen: readonly string[]
  isPending: boolean
  onDismiss: () => void
}

/** How many records are changed, and the buttons. */
function ManyFoot({ asked: { action, target }, chosen, isPending, onDismiss }: ManyFootProps) {
  const changing = useChanging()
  const isAway = useAway()
  const { count = 0, body } = target
  const isTooMany = body?.ids !== undefined && body.ids.length > MOST_AT_ONCE
  const isLater = body?.filter !== undefined && count > MOST_AT_ONCE
  const effect = isTooMany
    ? `At most ${MOST_AT_ONCE} records can be selected one by one. Select all that match instead.`
    : isPending && isAway
      ? 'Waiting for the server…'
      : isLater
        ? 'This continues in the background and cannot be undone.'
        : action.undo !== undefined
          ? 'This can be undone.'
          : ''
  return (
    <DialogFoot effect={effect}>
      <Button variant="default" disabled={isPending} onClick={onDismiss}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={chosen.length === 0 || isTooMany} {...changing}>
        {`Change ${countOf(count)}`}
      </Button>
    </DialogFoot>
  )
}

interface SendingOptions extends Pick<ManyFormProps, 'asked' | 'definition' | 'onDone'> {
  form: RecordForm
  chosen: readonly string[]
}

/** Sends the changes with the records as they were shown, so that what somebody else has changed since is not overwritten. */
function useSending({ asked, definition, form, chosen, onDone }: SendingOptions) {
  const { action, target } = asked
  const [keys] = useState(() => new IdempotencyKeys())
  const [banner, setBanner] = useState<string[]>([])
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const { mutate, isPending } = useMutation({
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
  })
  const send = () => {
    setBanner([])
    const changes = changesOf(definition, chosen, form.values)
    mutate({ ...target.body, changes, seen: seenOf(target.seen ?? [], definition) })
  }
  return { send, banner, isPending }
}
