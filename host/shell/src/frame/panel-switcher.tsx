import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { panelsOptions } from '../api/documents.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { Mark } from '../theme/mark.tsx'
import { usePanel } from '../screen/panel-context.ts'
import styles from './panel-switcher.module.css'

const loadItems = () => import('./panel-items.tsx').then((module) => module.PanelItems)

/** The name of the panel; a menu of the others where there are any. */
export function PanelSwitcher() {
  const { panel } = usePanel()
  const { data: panels = [] } = useQuery(panelsOptions())
  const label = (
    <>
      <Mark />
      <span className={styles.title}>{panel.title}</span>
    </>
  )
  const isOnly = panels.every(({ id }) => id === panel.id)
  if (isOnly) return <div className={styles.panel}>{label}</div>

  const button = (
    <UnstyledButton className={styles.panel} data-switch aria-label={`Panel: ${panel.title}`}>
      {label}
      <IconSelector size={14} className={styles.hint} aria-hidden />
    </UnstyledButton>
  )
  const items = { panels, openId: panel.id }
  return <MenuButton button={button} load={loadItems} items={items} position="bottom-start" width={216} />
}
