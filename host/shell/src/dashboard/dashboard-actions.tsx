import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy, IconDots, IconHome, IconSettings, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { doneWithOwnUndo } from '../feedback/undo.ts'
import { t } from '../language/t.ts'
import { dashboardPath, HOME_PATH, type OwnDashboard, useDashboardMenu } from '../screen/own-dashboards.ts'
import { useOffer } from '../screen/palette.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { useDashboardChanges, useNewDashboard } from './use-dashboard-changes.ts'
import { useOnward } from '../screen/onward.ts'

const DashboardForm = lazy(() => import('./dashboard-form.tsx').then((module) => ({ default: module.DashboardForm })))

interface DashboardActionsProps {
  dashboard: OwnDashboard
  etag: string | null
  mayChange: boolean
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true }

/** What can be done with a whole dashboard: its name and readers, opening it first, a copy, deleting it. */
export function DashboardActions({ dashboard, etag, mayChange }: DashboardActionsProps) {
  const { session } = usePanel()
  const [isNaming, setNaming] = useState(false)
  const isHome = useDashboardMenu().home_id === dashboard.id
  const { openFirst } = useDashboardChanges(dashboard, etag)
  const { duplicate, remove } = useCopies(dashboard, etag)
  const name = () => setNaming(true)
  const endNaming = () => setNaming(false)
  useEarlyKeys(isNaming, endNaming)
  const home = async () => {
    const outcome = await openFirst(!isHome)
    if (outcome === 'saved')
      toast.done(
        isHome
          ? t('The first screen opens after you sign in')
          : t('“{name}” opens after you sign in', { name: dashboard.name }),
      )
  }
  const homeLabel = isHome ? t('Do not open after signing in') : t('Open after signing in')
  useOffer(
    mayChange ? [{ key: 'name-dashboard', label: t('Name and sharing…'), about: dashboard.name, start: name }] : [],
  )
  if (session.preview !== undefined) return null
  const button = (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={t('More: {title}', { title: dashboard.name })}
      data-print="none"
    >
      <IconDots {...ICON} />
    </ActionIcon>
  )
  return (
    <>
      <MenuButton button={button} position="bottom-end" width={240}>
        {(Menu) => (
          <>
            {mayChange && (
              <Menu.Item leftSection={<IconSettings {...ICON} />} onClick={name}>
                {t('Name and sharing…')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconHome {...ICON} />}
              rightSection={isHome && <IconCheck size={14} aria-hidden />}
              onClick={() => void home()}
            >
              {homeLabel}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void duplicate()}>
              {t('Duplicate')}
            </Menu.Item>
            {mayChange && (
              <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void remove(isHome)}>
                {t('Delete')}
              </Menu.Item>
            )}
          </>
        )}
      </MenuButton>
      <Suspense>{isNaming && <DashboardForm dashboard={dashboard} etag={etag} onClose={endNaming} />}</Suspense>
    </>
  )
}

/** Copies a dashboard, and deletes it with the offer to make it again. Widgets that are missing at present are not copied. */
function useCopies(dashboard: OwnDashboard, etag: string | null) {
  const { panel } = usePanel()
  const onward = useOnward()
  const create = useNewDashboard()
  const { remove } = useDashboardChanges(dashboard, etag)
  const { name, icon, audience, role_id, widgets } = dashboard
  const content = { ...(icon && { icon }), widgets: widgets.filter(({ is_missing }) => is_missing !== true) }
  return {
    duplicate: async () => {
      const go = onward()
      const copy = await create({ ...content, name: t('{name} (copy)', { name: name.slice(0, 68) }) })
      if (copy) go(dashboardPath(panel.id, copy.id))
    },
    remove: async (isHome: boolean) => {
      const go = onward()
      if ((await remove()) !== 'saved') return
      const again = async () => {
        const goBack = onward()
        const made = await create({ ...content, name, audience, ...(role_id !== undefined && { role_id }) })
        if (made && isHome) await request('PUT', HOME_PATH, { body: { dashboard_id: made.id } })
        if (made) goBack(dashboardPath(panel.id, made.id))
      }
      doneWithOwnUndo(t('“{name}” deleted', { name }), () => void again())
      go(`/${panel.id}`)
    },
  }
}
