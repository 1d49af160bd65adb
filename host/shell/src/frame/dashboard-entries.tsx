import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { usePreview } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { dashboardPath, useDashboardMenu } from '../screen/own-dashboards.ts'
import { useOffer } from '../screen/palette.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { NavigationEntry } from './navigation-entry.tsx'
import styles from './sidebar.module.css'

const DashboardForm = lazy(() =>
  import('../dashboard/dashboard-form.tsx').then((module) => ({ default: module.DashboardForm })),
)

/** The dashboards that the person has put together, and those that others share with them. */
export function DashboardEntries() {
  const { panel } = usePanel()
  const isPreview = usePreview() !== null
  const { dashboards } = useDashboardMenu()
  const [isNaming, setNaming] = useState(false)
  const name = () => setNaming(true)
  const endNaming = () => setNaming(false)
  useEarlyKeys(isNaming, endNaming)
  useOffer(isPreview ? [] : [{ key: 'new-dashboard', label: t('New dashboard…'), icon: 'plus', start: name }])
  if (isPreview && dashboards.length === 0) return null
  return (
    <div className={styles.group}>
      <div className={styles.headline}>
        <h2 className={styles.heading}>{t('My dashboards')}</h2>
        {!isPreview && (
          <ActionIcon variant="subtle" color="gray" size={20} aria-label={t('New dashboard')} onClick={name}>
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <ul className={styles.list}>
        {dashboards.map(({ id, name: title, icon = 'chart-bar' }) => (
          <li key={id}>
            <NavigationEntry item={{ path: dashboardPath(panel.id, id), title, icon }} badge={undefined} isOneScreen />
          </li>
        ))}
      </ul>
      <Suspense>
        {isNaming && (
          <DashboardForm onClose={endNaming} placeOf={({ id }) => `${dashboardPath(panel.id, id)}?_edit=yes`} />
        )}
      </Suspense>
    </div>
  )
}
