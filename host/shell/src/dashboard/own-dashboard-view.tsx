import { Button } from '@mantine/core'
import { IconLayoutDashboard, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '../feedback/empty-state.tsx'
import { msg, t } from '../language/t.ts'
import { dashboardPath, type OwnDashboard } from '../screen/own-dashboards.ts'
import { TitleLine } from '../screen/page-header.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { DashboardActions } from './dashboard-actions.tsx'
import styles from './own-dashboard.module.css'
import { PlacedWidgetSlot } from './placed-widget.tsx'
import { RelatedRecords } from './related-records.tsx'
import { useMayChange } from '../session/sharing.tsx'
import { useDashboardChanges } from './use-dashboard-changes.ts'

const DashboardEditor = lazy(() =>
  import('./dashboard-editor.tsx').then((module) => ({ default: module.DashboardEditor })),
)

/** The part of the address with which a new dashboard opens for editing. */
export const EDITING = '_edit'

interface OwnDashboardProps {
  dashboard: OwnDashboard
  /** The version that was read. */
  etag: string | null
}

/** A person's dashboard: its widgets in a grid, and for those who may change it, how to. */
export function OwnDashboardView({ dashboard, etag }: OwnDashboardProps) {
  const { panel } = usePanel()
  const { history } = useRouter()
  const mayChange = useMayChange()(dashboard)
  const [isEditing, setEditing] = useState(new URLSearchParams(history.location.search).has(EDITING))
  const [isBack, setBack] = useState(false)
  const end = () => {
    setEditing(false)
    setBack(true)
    const { pathname, search } = history.location
    // What was saved may be answered on another screen.
    if (pathname === dashboardPath(panel.id, dashboard.id) && search !== '') history.replace(pathname)
  }
  return (
    <div className={styles.screen}>
      <title>{`${dashboard.name} · ${panel.title}`}</title>
      {isEditing && mayChange ? (
        <Suspense>
          <DashboardEditor dashboard={dashboard} etag={etag} onEnd={end} />
        </Suspense>
      ) : (
        <Shown {...{ dashboard, etag, mayChange, isBack }} onEdit={() => setEditing(true)} />
      )}
    </div>
  )
}

interface ShownProps extends OwnDashboardProps {
  mayChange: boolean
  /** Whether the dashboard has just been arranged, so that the button that began it gets the focus back. */
  isBack: boolean
  onEdit: () => void
}

function Shown({ dashboard, etag, mayChange, isBack, onEdit }: ShownProps) {
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack && document.activeElement === document.body) editButton.current?.focus()
  }, [isBack])
  const { change } = useDashboardChanges(dashboard, etag)
  const { widgets } = dashboard
  const remove = (key: string) => change({ widgets: widgets.filter((each) => each.key !== key) })
  return (
    <>
      <TitleLine title={dashboard.name} heading aside={sharedWords(dashboard)}>
        {mayChange && (
          <Button
            ref={editButton}
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={onEdit}
          >
            {t('Edit')}
          </Button>
        )}
        <DashboardActions {...{ dashboard, etag, mayChange }} />
      </TitleLine>
      {widgets.length === 0 && (
        <EmptyState
          icon={<IconLayoutDashboard size={20} stroke={1.5} aria-hidden />}
          title={t('Nothing on this dashboard yet')}
          description={mayChange ? t(WHAT_TO_ADD) : t('It has no widgets that you may see.')}
        >
          {mayChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onEdit}>
              {t('Add widgets')}
            </Button>
          )}
        </EmptyState>
      )}
      <RelatedRecords>
        <div className={styles.grid}>
          {widgets.map((placed) => (
            <div key={placed.key} className={styles.item} data-width={placed.width}>
              <PlacedWidgetSlot placed={placed} {...(mayChange && { onRemove: () => void remove(placed.key) })} />
            </div>
          ))}
        </div>
      </RelatedRecords>
    </>
  )
}

const WHAT_TO_ADD = msg('Add figures, charts, calendars and lists from the screens that you use.')

function sharedWords({ audience }: OwnDashboard): string | undefined {
  if (audience === 'me') return undefined
  return audience === 'all' ? t('Shared with everybody') : t('Shared with a role')
}
