import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '../screen/page-header.module.css'
import trail from '../screen/trail.module.css'
import { PathLink } from '../screen/path-link.tsx'

interface PlatformHeaderProps {
  title: string
  /** A short remark beside the title. */
  aside?: ReactNode
  /** Where this screen is below. */
  up?: { title: string; path: string }
  children?: ReactNode
}

/** The title line of a screen of the shell itself, as `PageHeader` is for those of plugins. */
export function PlatformHeader({ title, aside, up, children }: PlatformHeaderProps) {
  return (
    <div className={styles.header} data-screen>
      <title>{`${title} · Platform`}</title>
      <div className={styles.text}>
        {up && (
          <nav aria-label="Breadcrumb">
            <ol className={trail.trail}>
              <li className={trail.step}>
                <PathLink href={up.path} className={trail.link}>
                  {up.title}
                </PathLink>
                <IconChevronRight size={12} aria-hidden />
              </li>
            </ol>
          </nav>
        )}
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
