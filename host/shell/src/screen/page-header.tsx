import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { Trail } from './trail.tsx'

interface PageHeaderProps {
  /** Empty where a block has none. */
  title: string
  /** Whether this is the title of the screen, with the way back above it; else that of a block. */
  heading: boolean
  /** A short remark beside the title, as a count. */
  aside?: ReactNode
  /** Buttons at the end of the line. */
  children?: ReactNode
  /** The record's title and screen between the list and here. */
  via?: { title: string; path: string } | undefined
}

/** The title line of a screen or of a block. */
export function PageHeader({ title, heading, aside, children, via }: PageHeaderProps) {
  const Title = heading ? 'h1' : 'h2'
  return (
    <div className={styles.header} data-screen={heading}>
      <div className={styles.text}>
        {heading && <Trail via={via} />}
        <div className={styles.line}>
          {title !== '' && <Title className={styles.title}>{title}</Title>}
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
