import { IconChevronRight } from '@tabler/icons-react'
import { usePanel } from './panel-context.ts'
import { PathLink } from './path-link.tsx'
import { listScreenOf } from './list-screen-of.ts'
import { useScreen } from './screen-context.ts'
import styles from './trail.module.css'

/** The way back from a record's screen: its list, then the record itself where one is a step further. */
export function Trail({ via }: { via?: { title: string; path: string } | undefined }) {
  const { panel } = usePanel()
  const { screen } = useScreen()
  const list = listScreenOf(panel, screen)
  const steps = [list, via].filter((step) => step !== null && step !== undefined)
  if (steps.length === 0) return null
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        {steps.map((step) => (
          <li key={step.path} className={styles.step}>
            <PathLink href={step.path} className={styles.link}>
              {step.title}
            </PathLink>
            <IconChevronRight size={12} aria-hidden />
          </li>
        ))}
      </ol>
    </nav>
  )
}
