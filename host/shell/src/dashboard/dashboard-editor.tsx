import { Button } from '@mantine/core'
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { UnsavedGuard } from '../editor/discard-dialog.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { toast } from '../feedback/toast.ts'
import { doneWithOwnUndo } from '../feedback/undo.ts'
import { t } from '../language/t.ts'
import { dashboardPath, type OwnDashboard } from '../screen/own-dashboards.ts'
import type { PlacedWidget } from '../screen/placed-widget.ts'
import { TitleLine } from '../screen/page-header.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { useIsOpen } from '../theme/use-is-open.ts'
import { putBack } from './arrange-widgets.ts'
import styles from './dashboard-editor.module.css'
import { EditedGrid } from './edited-grid.tsx'
import { useDashboardChanges, useNewDashboard } from './use-dashboard-changes.ts'
import { useOnward } from '../screen/onward.ts'

const WidgetPicker = lazy(() => import('./widget-picker.tsx').then((module) => ({ default: module.WidgetPicker })))

/** The host refuses more. */
const MOST_WIDGETS = 24

interface DashboardEditorProps {
  dashboard: OwnDashboard
  /** The version that was read. */
  etag: string | null
  onEnd: () => void
}

/** Arranges the widgets of a dashboard. Nothing is saved before “Done”, and then only over the version that the person has seen. */
export function DashboardEditor({ dashboard, etag, onEnd }: DashboardEditorProps) {
  const [started] = useState({ dashboard, etag })
  const [widgets, setWidgets] = useState(dashboard.widgets)
  const [isPicking, setPicking] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { change } = useDashboardChanges(dashboard, started.etag)
  const isDirty = widgets !== started.dashboard.widgets
  useEarlyKeys(isPicking, () => setPicking(false))
  const isOpen = useIsOpen()

  const save = async () => {
    if (!isDirty) return onEnd()
    setSaving(true)
    const outcome = await change({ widgets }, { onConflict: () => setConflict(true) })
    setSaving(false)
    if (outcome === 'saved') onEnd()
  }
  const remove = (widget: PlacedWidget, title: string) => {
    const at = widgets.indexOf(widget)
    setWidgets(widgets.filter((each) => each !== widget))
    const message = t('“{title}” removed', { title })
    doneWithOwnUndo(message, () => {
      if (isOpen.current) setWidgets((present) => putBack(present, widget, at))
      else toast.failed(t('This cannot be undone: {message}', { message }))
    })
  }
  return (
    <>
      <TitleLine title={dashboard.name} heading aside={t('Being edited')}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={widgets.length >= MOST_WIDGETS}
          onClick={() => setPicking(true)}
        >
          {t('Add widget…')}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {t('Cancel')}
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          {t('Done')}
        </Button>
      </TitleLine>
      {isConflict && <Conflict {...{ dashboard, widgets, onEnd }} />}
      {widgets.length === 0 && (
        <EmptyState
          icon={<IconLayoutDashboard size={20} stroke={1.5} aria-hidden />}
          title={t('Nothing on this dashboard yet')}
          description={t('Choose “Add widget…” to see what there is.')}
        />
      )}
      <EditedGrid widgets={widgets} onChange={setWidgets} onRemove={remove} />
      <Suspense>
        {isPicking && (
          <WidgetPicker
            room={MOST_WIDGETS - widgets.length}
            onAdd={(widget) => setWidgets((present) => [...present, widget])}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
      <UnsavedGuard isDirty={isDirty && !isSaving} />
    </>
  )
}

interface ConflictProps {
  dashboard: OwnDashboard
  widgets: readonly PlacedWidget[]
  onEnd: () => void
}

/** Lets the person decide after somebody else has saved the dashboard. `dashboard` is by now what the other one has saved. */
function Conflict({ dashboard, widgets, onEnd }: ConflictProps) {
  const { panel } = usePanel()
  const { overwrite } = useDashboardChanges(dashboard, null)
  const create = useNewDashboard()
  const onward = useOnward()
  const [sending, setSending] = useState<'copy' | 'replacement'>()
  const copy = async () => {
    setSending('copy')
    const go = onward()
    const name = t('{name} (my version)', { name: dashboard.name.slice(0, 60) })
    const { icon } = dashboard
    const content = { ...(icon && { icon }), widgets: widgets.filter(({ is_missing }) => is_missing !== true) }
    const made = await create({ ...content, name })
    setSending(undefined)
    // What was unsaved is in the copy.
    if (made) go(dashboardPath(panel.id, made.id), { ignoreBlocker: true })
  }
  const replace = async () => {
    setSending('replacement')
    const outcome = await overwrite({ widgets })
    setSending(undefined)
    if (outcome === 'saved') onEnd()
  }
  const buttonOf = (what: typeof sending) =>
    ({ variant: 'default', loading: sending === what, disabled: sending !== undefined }) as const
  return (
    <div className={styles.conflict} role="alert">
      <p>
        {t(
          'This dashboard was changed in another window while you edited it. Nothing of yours is lost: choose what to keep.',
        )}
      </p>
      <div className={styles.head}>
        <Button {...buttonOf('copy')} onClick={() => void copy()}>
          {t('Save mine as a copy')}
        </Button>
        <Button {...buttonOf('replacement')} onClick={() => void replace()}>
          {t('Replace it with mine')}
        </Button>
        <Button variant="default" disabled={sending !== undefined} onClick={onEnd}>
          {t('Discard mine')}
        </Button>
      </div>
    </div>
  )
}
