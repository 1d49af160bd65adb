import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { panelsOptions } from '../api/documents.ts'
import { t } from '../language/t.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { Mark } from '../theme/mark.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import styles from './panel-switcher.module.css'

/** The name of the panel, with a menu of all panels if there are others. */
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
    <UnstyledButton className={styles.panel} data-switch aria-label={t('Panel: {title}', { title: panel.title })}>
      {label}
      <IconSelector size={14} className={styles.hint} aria-hidden />
    </UnstyledButton>
  )
  return (
    <MenuButton button={button} position="bottom-start" width={216}>
      {(Menu) =>
        panels.map(({ id, title }) => (
          <Menu.Item
            key={id}
            component={PathLink}
            href={`/${id}`}
            rightSection={id === panel.id && <IconCheck size={14} aria-label={t('open')} />}
          >
            {title}
          </Menu.Item>
        ))
      }
    </MenuButton>
  )
}
