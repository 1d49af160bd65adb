import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t, tn } from '../language/t.ts'
import styles from './saved-views.module.css'
import type { TableScope } from './table-scope.ts'
import { useViews } from './use-views.ts'
import type { Form } from './views-panel.tsx'

const ToolPanel = lazy(() => import('./tool-panel.tsx').then((module) => ({ default: module.ToolPanel })))
const ViewsPanel = lazy(() => import('./views-panel.tsx').then((module) => ({ default: module.ViewsPanel })))

/** The saved views of a list: opens one, saves the list as one, and chooses the default view. */
export function SavedViews({ scope }: { scope: TableScope }) {
  const [isAsked, setAsked] = useState(false)
  const [form, setForm] = useState<Form>(null)
  const views = useViews(scope)
  const { open, isEdited } = views
  const button = (
    <Button
      variant="subtle"
      color="gray"
      className={styles.button}
      leftSection={<IconBookmark size={14} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => setAsked(true)}
    >
      <span className={styles.name} data-plain={open === undefined}>
        {open?.name ?? t('Views')}
      </span>
      {isEdited && <span className={styles.edited}>{t('(changed)')}</span>}
    </Button>
  )
  if (!isAsked) return button
  return (
    <Suspense fallback={button}>
      <ToolPanel button={button} title={t('Views')} width={320}>
        {(close) => <ViewsPanel views={views} scope={scope} form={form} onForm={setForm} onClose={close} />}
      </ToolPanel>
    </Suspense>
  )
}

/** Names the parts of the open view that the list does not have. */
export function ViewNotice({ scope }: { scope: TableScope }) {
  const { open, leftOut } = useViews(scope)
  if (open === undefined || leftOut.length === 0) return null
  return (
    <p className={styles.notice} role="status">
      {tn(
        'The view “{name}” is shown without {parts}, because it is no longer there or not for you to see.',
        'The view “{name}” is shown without {parts}, because they are no longer there or not for you to see.',
        leftOut.length,
        { name: open.name, parts: leftOut.join(', ') },
      )}
    </p>
  )
}
