import { useQuery } from '@tanstack/react-query'
import { badgesOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { useFavourites } from '../screen/favourites.ts'
import { Bell } from '../notifications/bell.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { AccountMenu } from '../session/account-menu.tsx'
import { DashboardEntries } from './dashboard-entries.tsx'
import { NavigationEntry } from './navigation-entry.tsx'
import { PanelSwitcher } from './panel-switcher.tsx'
import { AssistantButton } from './assistant.tsx'
import { SearchButton } from './search.tsx'
import styles from './sidebar.module.css'

/** Panel, search, navigation and account, from top to bottom. */
export function Sidebar() {
  const { panel, isSearchable } = usePanel()
  const hasBadges = panel.navigation.some(({ items }) => items.some((item) => item.badge_path !== undefined))
  const { data: badges } = useQuery({ ...badgesOptions(panel.id), enabled: hasBadges })

  return (
    <div className={styles.sidebar}>
      <PanelSwitcher />
      <div className={styles.tools}>
        {isSearchable && <SearchButton />}
        <AssistantButton />
        <Bell />
      </div>
      <nav className={styles.navigation} aria-label={panel.title}>
        <FavouriteEntries />
        {isSearchable && <DashboardEntries />}
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

/** The screens that the person keeps within reach. */
function FavouriteEntries() {
  const favourites = useFavourites()
  if (favourites.length === 0) return null
  return (
    <div className={styles.group}>
      <h2 className={styles.heading}>{t('Favourites')}</h2>
      <ul className={styles.list}>
        {favourites.map(({ path, title }) => (
          <li key={path}>
            <NavigationEntry item={{ path, title, icon: 'star' }} badge={undefined} isOneScreen />
          </li>
        ))}
      </ul>
    </div>
  )
}
