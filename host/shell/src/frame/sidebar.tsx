import type { NavigationItem } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { badgesOptions } from '../api/records.ts'
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

interface NavigationEntryProps {
  item: NavigationItem
  /** Null: its answer was late. */
  badge: number | string | null | undefined
}

/** Marked as current while its screen or one below it is open. */
function NavigationEntry({ item, badge }: NavigationEntryProps) {
  const pathname = usePathname()
  const isHere = pathname === item.path || pathname.startsWith(`${item.path}/`)
  return (
    <PathLink href={item.path} className={styles.entry} aria-current={isHere ? 'page' : undefined}>
      <span className={styles.icon}>
        <NamedIcon name={item.icon ?? 'list'} />
      </span>
      <span className={styles.title}>{item.title}</span>
      {badge === null && (
        <span className={styles.badge} title="This number was late. It is read again in a few seconds.">
          …
        </span>
      )}
      {badge !== undefined && badge !== 0 && badge !== '' && badge !== null && (
        <span className={styles.badge}>{badge}</span>
      )}
    </PathLink>
  )
}
