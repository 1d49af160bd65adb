import { Button, CloseButton } from '@mantine/core'
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { FieldValue } from '../fields/field-value.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { LayoutNodes } from '../fields/layout-nodes.tsx'
import { FormScope } from '../form/form-scope.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { useChanging } from '../api/preview.ts'
import { useAway } from '../api/reach.ts'
import { MainButtonContext, useSubmitVariant } from '../form/main-button.ts'
import type { Submit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { UnsavedGuard } from './discard-dialog.tsx'
import styles from './form-body.module.css'
import { focusFirstError, useFormFocus, useReturnToButton } from './form-focus.ts'
import { HeldFields } from './held-fields.tsx'
import { SimilarNotice } from './similar-notice.tsx'

interface FormBodyProps {
  form: RecordForm
  submit: Submit
  className?: string | undefined
  /** Puts the cursor into the first field when the form appears. */
  focusesFirstField?: boolean
  /** Shown above the fields and the notices. */
  intro?: ReactNode
  /** Called when the form is sent, with the `value` of the button that was pressed; without one for the keyboard. */
  onSend?: (pressed?: string) => void
  /** Called when the person leaves and discards their input. */
  onDiscard?: () => void
  /** For a form over a screen: the parameter of the address that keeps it open. */
  openedBy?: string | undefined
  /** Kept up to date: whether the person is about to leave the screen. */
  isLeaving?: RefObject<boolean>
  /** The buttons. They are hidden during a conflict, which has buttons of its own. */
  children: ReactNode
}

/** A form with its notices, its fields and its buttons. It validates before it submits, and asks before changes are lost. */
export function FormBody({
  form,
  submit,
  focusesFirstField = false,
  className = '',
  intro,
  onSend,
  onDiscard,
  openedBy,
  isLeaving,
  children,
}: FormBodyProps) {
  const focus = useFormFocus(form.definition.id, { focusesFirstField, isNew: form.definition.operation !== 'edit' })
  useReturnToButton(focus.ref, submit.isSaving)
  const [isMidway, tell] = useState(false)
  const isRefusedAtFields = submit.error !== null && submit.banner.length === 0
  useEffect(() => {
    if (isRefusedAtFields && focus.ref.current) focusFirstError(focus.ref.current)
  }, [isRefusedAtFields, focus.ref])
  const main = useMemo(() => ({ isMidway, tell }), [isMidway])
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (Object.keys(form.validate()).length > 0) return focusFirstError(event.currentTarget)
    onSend?.((event.nativeEvent.submitter as HTMLButtonElement | null)?.value)
    submit.submit()
  }

  const conflict = submit.conflict && <ConflictPanel form={form} submit={submit} current={submit.conflict} />

  return (
    <MainButtonContext value={main}>
      <form noValidate onSubmit={onSubmit} {...focus} className={`${styles.form} ${className}`}>
        {intro}
        <LeftOverNotice form={form} />
        <FormBanner messages={submit.banner} />
        {!submit.isForeseen && conflict}
        <HeldFields isHeld={submit.isHeld}>
          <FormScope value={{ ...form, initial: form.origin }}>
            <LayoutNodes nodes={form.definition.layout} />
          </FormScope>
        </HeldFields>
        {submit.progress !== null && <UploadProgress share={submit.progress} />}
        {form.definition.similar_path !== undefined && <SimilarNotice form={form} />}
        {submit.isForeseen && conflict}
        {!submit.conflict && children}
        <UnsavedGuard
          isDirty={form.isDirty}
          onDiscard={onDiscard}
          openedBy={openedBy}
          stays={openedBy !== undefined && submit.isSaving}
          isSaving={submit.isSaving}
          isLeaving={isLeaving}
        />
      </form>
    </MainButtonContext>
  )
}

/** Lists input for which the form no longer has a field: the form changed while the person was filling it in. */
function LeftOverNotice({ form: { leftOver, forgetLeftOver } }: { form: RecordForm }) {
  if (leftOver.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      <div className={styles.text}>
        <p className={styles.title}>{t('This form has just changed')}</p>
        <p className={styles.detail}>{t('These entries no longer have a field and will not be sent:')}</p>
        <dl className={styles.list}>
          {leftOver.map(({ name, field, value }) => (
            <div key={name} className={styles.line}>
              <dt className={styles.label}>{field.label}</dt>
              <dd className={styles.value}>
                <FieldValue field={field} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <CloseButton aria-label={t('Dismiss')} onClick={forgetLeftOver} />
    </div>
  )
}

/** Problems of the form as a whole. They come into view, because the button that was pressed may be far below. */
export function FormBanner({ messages }: { messages: readonly string[] }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.scrollIntoView({ block: 'nearest' }), [messages])
  if (messages.length === 0) return null
  return (
    <div ref={banner} className={styles.banner} role="alert">
      {messages.map((message) => (
        <p key={message} className={styles.message}>
          {message}
        </p>
      ))}
    </div>
  )
}

/** The progress of an upload. Screen readers hear only the end of it. */
function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100)
  return (
    <div className={styles.upload}>
      <ProgressBar value={percent} max={100} label={t('Upload')} />
      <span className={styles.share} role="status">
        {percent < 100 ? <span aria-hidden>{percent} %</span> : t('Sent. Waiting for the answer…')}
      </span>
    </div>
  )
}

interface FormBarProps {
  /** The text of the submit button. */
  label: string
  form: RecordForm
  submit: Submit
  /** Whether the submit button is disabled until something changes. */
  needsChange: boolean
  /** Whether another button than the main one was pressed last. */
  isOther?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** The buttons of a form on a screen. They stay in view below long forms. */
export function FormBar({ label, form, submit, needsChange, isOther = false, children }: FormBarProps) {
  const changing = useChanging()
  const isAway = useAway()
  const variant = useSubmitVariant()
  return (
    <div className={styles.bar}>
      <Button
        type="submit"
        variant={variant}
        loading={submit.isSaving && !isOther}
        disabled={submit.isSaving || (needsChange && !form.isDirty)}
        {...changing}
      >
        {label}
      </Button>
      {children}
      <span className={styles.hint} role="status">
        {submit.isSaving && isAway ? t('Waiting for the server…') : form.isDirty ? t('Unsaved changes') : ''}
      </span>
    </div>
  )
}
