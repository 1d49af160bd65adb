import type { NavigationItem } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { usePathname } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './sidebar.module.css'

interface NavigationEntryProps {
  item: Pick<NavigationItem, 'path' | 'title' | 'icon'>
  /** Null: its answer was late. */
  badge: number | string | null | undefined
  /** It stands for its screen alone. */
  isOneScreen?: boolean
}

/** A link of the sidebar. It is marked as current while its screen is open, or one below it. */
export function NavigationEntry({ item, badge, isOneScreen = false }: NavigationEntryProps) {
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
