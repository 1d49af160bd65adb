import type { Widget } from '@atrium/sdk/documents'
import { ActionIcon } from '@mantine/core'
import { IconDots, IconLayoutDashboard } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { usePreview } from '../api/preview.ts'
import { msg, t } from '../language/t.ts'
import { useOffer } from '../screen/palette.ts'
import { useScreen } from '../screen/screen-context.ts'
import { WidgetMenu } from '../screen/widget-menu.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import styles from './add-to-dashboard.module.css'

const AddDialog = lazy(() => import('./add-dialog.tsx').then((module) => ({ default: module.AddDialog })))

/** The kinds of widgets that need no record beside them, as the host knows them. */
const PLACEABLE: ReadonlySet<Widget['kind']> = new Set(['table', 'stats', 'chart', 'calendar', 'chat', 'element'])

interface AddMenuProps {
  widget: Widget
  /** Whether the widget shows the title of the screen. */
  heading: boolean
  children: ReactNode
}

/** Gives a widget of a screen the menu with which people add it to a dashboard of their own. */
export function WithAddMenu({ widget, heading, children }: AddMenuProps) {
  const { screen, recordId, dashboard } = useScreen()
  const isPreview = usePreview() !== null
  const isFree = recordId === undefined && (screen.kind === 'list' || screen.kind === 'custom')
  if (isPreview || !isFree || !PLACEABLE.has(widget.kind)) return children
  const own = 'title' in widget ? widget.title : undefined
  const menu = <AddMenu widget={widget} title={own ?? dashboard.title} />
  // Figures without a title have no title line.
  if (widget.kind === 'stats' && own === undefined && !heading)
    return (
      <div className={styles.untitled}>
        {children}
        <div className={styles.corner}>{menu}</div>
      </div>
    )
  return <WidgetMenu value={menu}>{children}</WidgetMenu>
}

const LABEL = msg('Add to my dashboard…')

function AddMenu({ widget, title }: { widget: Widget; title: string }) {
  const [isAsked, setAsked] = useState(false)
  const ask = () => setAsked(true)
  const dismiss = () => setAsked(false)
  useEarlyKeys(isAsked, dismiss)
  useOffer([{ key: `add-${widget.id}`, label: t(LABEL), about: title, icon: 'plus', start: ask }])
  const button = (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('More: {title}', { title })} data-print="none">
      <IconDots size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <>
      <MenuButton button={button} position="bottom-end" width={220}>
        {(Menu) => (
          <Menu.Item leftSection={<IconLayoutDashboard size={16} stroke={1.75} aria-hidden />} onClick={ask}>
            {t(LABEL)}
          </Menu.Item>
        )}
      </MenuButton>
      <Suspense>{isAsked && <AddDialog {...{ widget, title }} onClose={dismiss} />}</Suspense>
    </>
  )
}
