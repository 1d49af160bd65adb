import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: string
  description?: string | undefined
  icon?: ReactNode
  /** Whether this is the whole screen, so that its title is the `h1`. */
  heading?: boolean
  /** Buttons. */
  children?: ReactNode
}

/** Says that there is nothing to show, with the reason and the next step. */
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
