import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: string
  description?: string | undefined
  icon?: ReactNode
  /** Whether this is all there is on the screen, and so its heading. */
  heading?: boolean
  /** What one can do about it. */
  children?: ReactNode
}

/** Nothing to show, and why, and what to do. */
export function EmptyState({ title, description, icon, heading = false, children }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p'
  return (
    <div className={styles.empty}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <Title className={styles.title}>{title}</Title>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
