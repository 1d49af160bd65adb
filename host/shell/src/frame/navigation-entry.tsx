import type { NavigationItem } from '@atrium/sdk/documents'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './navigation-entry.module.css'
import { PathLink } from '../screen/path-link.tsx'
import { usePathname } from '../screen/panel-context.ts'

interface NavigationEntryProps {
  item: NavigationItem
  badge: number | string | undefined
}

/** One entry of the sidebar; marked while its screen or one below it is open. */
export function NavigationEntry({ item, badge }: NavigationEntryProps) {
  const pathname = usePathname()
  const isHere = pathname === item.path || pathname.startsWith(`${item.path}/`)
  return (
    <PathLink href={item.path} className={styles.entry} aria-current={isHere ? 'page' : undefined}>
      <span className={styles.icon}>
        <NamedIcon name={item.icon ?? 'list'} />
      </span>
      <span className={styles.title}>{item.title}</span>
      {badge !== undefined && badge !== 0 && badge !== '' && <span className={styles.badge}>{badge}</span>}
    </PathLink>
  )
}
