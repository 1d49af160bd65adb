import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { panelsOptions } from '../api/documents.ts'
import { Mark } from '../theme/mark.tsx'
import { usePanel } from './panel-context.ts'
import styles from './panel-switcher.module.css'
import { PathLink } from './path-link.tsx'

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
  if (panels.length < 2) return <div className={styles.panel}>{label}</div>

  return (
    <Menu position="bottom-start" width={216}>
      <Menu.Target>
        <UnstyledButton className={styles.panel} data-switch aria-label={`Panel: ${panel.title}`}>
          {label}
          <IconSelector size={14} className={styles.hint} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {panels.map((each) => (
          <Menu.Item
            key={each.id}
            component={PathLink}
            href={`/${each.id}`}
            rightSection={each.id === panel.id && <IconCheck size={14} aria-label="open" />}
          >
            {each.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
