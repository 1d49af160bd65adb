import type { FormDefinition } from '@atrium/sdk/documents'
import { Drawer } from '@mantine/core'
import '../theme/modal.css'
import '@mantine/core/styles/Drawer.layer.css'
import { useQuery } from '@tanstack/react-query'
import { formOptions } from '../api/documents.ts'
import { useKept } from '../api/query-client.ts'
import { useGuardedClose } from '../editor/discard-dialog.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { usePermitted } from '../session/permissions.ts'
import { countOf } from './action-answer.ts'
import type { Actions, AskedAction } from './actions.ts'
import styles from './many-drawer.module.css'
import { onlyFields } from './many-fields.ts'
import { ManyForm } from './many-form.tsx'

interface ManyDrawerProps {
  asked: AskedAction
  onDone: Actions['finish']
  onDismiss: () => void
}

/** Gives many records the same values, beside the list, so that the person still sees which ones. It asks before it discards input. */
export function ManyDrawer({ asked, onDone, onDismiss }: ManyDrawerProps) {
  const { action, target } = asked
  const { data, error, refetch } = useQuery(formOptions(action.form_id ?? ''))
  const definition = useOffered(useKept(data), action.changes ?? [])
  const { hold, close, isAsking, question } = useGuardedClose(onDismiss)

  return (
    <>
      <Drawer
        opened
        onClose={close}
        title={t('Edit {count}', { count: countOf(target.count ?? 0) })}
        position="right"
        size={480}
        closeOnEscape={!isAsking}
        closeButtonProps={{ 'aria-label': t('Close') }}
        overlayProps={{ backgroundOpacity: 0.35 }}
        classNames={{
          content: styles.content ?? '',
          header: styles.header ?? '',
          title: styles.heading ?? '',
          body: styles.body ?? '',
        }}
      >
        {definition ? (
          <ManyForm asked={asked} definition={definition} hold={hold} onDone={onDone} onDismiss={close} />
        ) : error ? (
          <ProblemNotice error={error} onRetry={refetch} />
        ) : (
          <ScreenSkeleton />
        )}
      </Drawer>
      {question}
    </>
  )
}

/** The form with the fields that the person may change in many records. */
function useOffered(definition: FormDefinition | undefined, changes: readonly string[]): FormDefinition | undefined {
  const permitted = usePermitted()
  if (definition === undefined) return undefined
  const offered = changes.filter((name) => {
    const field = definition.fields[name]
    return field !== undefined && permitted([field]).length > 0
  })
  return onlyFields(definition, offered)
}
