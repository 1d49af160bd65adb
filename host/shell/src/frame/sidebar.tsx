import type { NavigationItem } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { badgesOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { useFavourites } from '../screen/favourites.ts'
import { usePanel, usePathname } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { AccountMenu } from '../session/account-menu.tsx'
import { NamedIcon } from '../theme/icons.tsx'
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
      </div>
      <nav className={styles.navigation} aria-label={panel.title}>
        <FavouriteEntries />
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

interface NavigationEntryProps {
  item: Pick<NavigationItem, 'path' | 'title' | 'icon'>
  /** Null: its answer was late. */
  badge: number | string | null | undefined
  /** It stands for its screen alone. */
  isOneScreen?: boolean
}

/** Marked as current while its screen is open, or one below it. */
function NavigationEntry({ item, badge, isOneScreen = false }: NavigationEntryProps) {
  const pathname = usePathname()
  const isHere = pathname === item.path || (!isOneScreen && pathname.startsWith(`${item.path}/`))
  return (
    <PathLink href={item.path} className={styles.entry} aria-current={isHere ? 'page' : undefined}>
      <span className={styles.icon}>
        <NamedIcon name={item.icon ?? 'list'} />
      </span>
      <span className={styles.title}>{item.title}</span>
      {badge === null && (
        <span className={styles.badge} title={t('This number was late. It is read again in a few seconds.')}>
          …
        </span>
      )}
      {badge !== undefined && badge !== 0 && badge !== '' && badge !== null && (
        <span className={styles.badge}>{badge}</span>
      )}
    </PathLink>
  )
}
