import type { FormDefinition, TableWidget } from '@atrium/sdk/documents'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { formOptions } from '../api/documents.ts'
import { useKept } from '../api/query-client.ts'
import { type Hold, UnsavedGuard, useGuardedClose } from '../editor/discard-dialog.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { msg, t, type Message, tn } from '../language/t.ts'
import '../theme/modal.css'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import styles from './import-dialog.module.css'
import { type Importing, useImporting } from './use-importing.ts'

interface ImportDialogProps {
  widget: TableWidget & { import: NonNullable<TableWidget['import']> }
  /** The title of the list. */
  title: string
  onDismiss: () => void
}

/** Imports the lines of a file as records of a list, in three steps. It asks before it discards what was chosen. */
export function ImportDialog({ widget, title, onDismiss }: ImportDialogProps) {
  const { data, error, refetch } = useQuery(formOptions(widget.import.form_id))
  const definition = useKept(data)
  const isPhone = useMediaQuery('(max-width: 40em)')
  const { hold, close, isAsking, question } = useGuardedClose(onDismiss)

  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t('Import {title}', { title })}
        size={760}
        fullScreen={isPhone}
        closeOnEscape={!isAsking}
      >
        {definition ? (
          <Steps widget={widget} definition={definition} hold={hold} onDone={onDismiss} onDismiss={close} />
        ) : error ? (
          <ProblemNotice error={error} onRetry={refetch} />
        ) : (
          <ScreenSkeleton />
        )}
      </Modal>
      {question}
    </>
  )
}

interface StepsProps extends Pick<ImportDialogProps, 'widget'> {
  definition: FormDefinition
  /** Updated here, read by the dialog when it closes. */
  hold: RefObject<Hold>
  onDone: () => void
  onDismiss: () => void
}

function Steps({ widget, definition, hold, onDone, onDismiss }: StepsProps) {
  const importing = useImporting({ widget, definition, onDone })
  const { step, isPending, sheet } = importing
  const isSaving = isPending && importing.checked !== null
  useImperativeHandle(hold, () => (isSaving ? 'saving' : sheet === null ? 'free' : (refusedRest(importing) ?? 'dirty')))
  const Step = STEPS[step]

  return (
    <div className={styles.steps}>
      <StepTitle key={step} importing={importing} />
      {importing.error && <ProblemNotice error={importing.error} onRetry={importing.check} />}
      <Step importing={importing} name={widget.resource_id ?? widget.id} onDismiss={onDismiss} />
      <UnsavedGuard isDirty={sheet !== null} />
    </div>
  )
}

/** What is lost when the dialog closes after the valid lines are saved. */
function refusedRest({ checked, isEdited }: Importing): Hold | undefined {
  if (checked?.saved !== true || isEdited) return undefined
  const count = checked.refused.length
  return {
    lost: tn(
      'The other lines are saved. {count} refused line is not; download it first if you want to correct it later.',
      'The other lines are saved. {count} refused lines are not; download them first if you want to correct them later.',
      count,
    ),
  }
}

const STEPS = { file: FileStep, columns: ColumnsStep, check: CheckStep }

const TITLES = {
  file: msg('Choose a file'),
  columns: msg('Match the columns'),
  check: msg('Check and import'),
} as const satisfies Record<Importing['step'], Message>

const NAMES = Object.keys(TITLES)

/** Takes the focus with each step, so that a screen reader says where one is, and from a button that is gone after a check. */
function StepTitle({ importing: { step, isPending } }: { importing: Importing }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isPending && document.activeElement === document.body) heading.current?.focus()
  }, [isPending])
  useEffect(() => {
    if (step !== 'file') heading.current?.focus()
  }, [step])
  return (
    <h3 ref={heading} tabIndex={-1} className={styles.heading}>
      <span className={styles.number}>
        {t('Step {number} of {count}', { number: NAMES.indexOf(step) + 1, count: NAMES.length })}
      </span>
      {t(TITLES[step])}
    </h3>
  )
}
