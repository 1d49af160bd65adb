import type { PluginStatus, PluginStep } from '@atrium/sdk/documents'
import styles from './plan-dialog.module.css'
import { actionLabels, reasonOf } from './plan-words.ts'
import { StateBadge } from './state-badge.tsx'

interface PlanStepsProps {
  steps: readonly PluginStep[]
  plugins: readonly PluginStatus[]
  titleOf: (id: string) => string
}

/** What happens, one after the other, and how each plugin stands at the moment. */
export function PlanSteps({ steps, plugins, titleOf }: PlanStepsProps) {
  if (steps.length === 0) return <p className={styles.none}>There is nothing to do.</p>
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const plugin = plugins.find(({ id }) => id === step.plugin)
        const reason = reasonOf(step, titleOf)
        return (
          <li key={`${step.action} ${step.plugin}`} className={styles.step}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <span className={styles.what}>
              {`${actionLabels[step.action]} ${titleOf(step.plugin)}`}
              {reason !== null && <span className={styles.reason}>{reason}</span>}
            </span>
            {plugin && <StateBadge state={plugin.state} />}
          </li>
        )
      })}
    </ol>
  )
}
