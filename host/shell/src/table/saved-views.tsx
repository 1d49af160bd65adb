import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { t, tn } from '../language/t.ts'
import { useOpener } from '../theme/use-opener.ts'
import styles from './saved-views.module.css'
import type { TableScope } from './table-scope.ts'
import { useViews } from './use-views.ts'
import type { Form } from './views-panel.tsx'

const loadPanel = async () => {
  const [{ ToolPanel }, { ViewsPanel }] = await Promise.all([import('./tool-panel.tsx'), import('./views-panel.tsx')])
  return { ToolPanel, ViewsPanel }
}

/** The saved views of a list: opens one, saves the list as one, and chooses the default view. */
export function SavedViews({ scope }: { scope: TableScope }) {
  const [form, setForm] = useState<Form>(null)
  const views = useViews(scope)
  const { open, isEdited } = views
  const { props, loaded, ...opener } = useOpener(loadPanel)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        className={styles.button}
        leftSection={<IconBookmark size={14} aria-hidden />}
        aria-haspopup="dialog"
        {...props}
      >
        <span className={styles.name} data-plain={open === undefined}>
          {open?.name ?? t('Views')}
        </span>
        {isEdited && <span className={styles.edited}>{t('(changed)')}</span>}
      </Button>
      {loaded && (
        <loaded.ToolPanel opener={opener} title={t('Views')} width={320}>
          {(close) => <loaded.ViewsPanel {...{ views, scope, form }} onForm={setForm} onClose={close} />}
        </loaded.ToolPanel>
      )}
    </>
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
