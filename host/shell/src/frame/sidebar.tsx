import { useQuery } from '@tanstack/react-query'
import { badgesOptions } from '../api/records.ts'
import { SearchButton } from './search-button.tsx'
import { AccountMenu } from '../session/account-menu.tsx'
import { NavigationEntry } from './navigation-entry.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { PanelSwitcher } from './panel-switcher.tsx'
import styles from './sidebar.module.css'

/** Panel, search, navigation and account, from top to bottom. */
export function Sidebar() {
  const { panel, isSearchable } = usePanel()
  const hasBadges = panel.navigation.some(({ items }) => items.some((item) => item.badge_path !== undefined))
  const { data: badges } = useQuery({ ...badgesOptions(panel.id), enabled: hasBadges })

  return (
    <div className={styles.sidebar}>
      <PanelSwitcher />
      {isSearchable && <SearchButton />}
      <nav className={styles.navigation} aria-label={panel.title}>
        {panel.navigation.map(({ group, items }) => (
          <div key={group ?? ''} className={styles.group}>
            {group !== null && <h2 className={styles.heading}>{group}</h2>}
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={item.path}>
                  <NavigationEntry item={item} badge={badges?.[item.resource_id ?? '']} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <AccountMenu />
    </div>
  )
}
