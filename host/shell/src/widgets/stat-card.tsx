import type { StatsWidget } from '@atrium/sdk/documents'
import { MoneyValue, NumberValue } from '../values/value-kinds.tsx'
import styles from './stats-widget.module.css'

interface StatCardProps {
  stat: StatsWidget['stats'][number]
  value: unknown
  isLoading: boolean
}

/** One figure and what it counts. */
export function StatCard({ stat, value, isLoading }: StatCardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label} data-color={stat.color}>
        {stat.label}
      </dt>
      <dd className={styles.figure} aria-busy={isLoading}>
        {isLoading ? <span className={styles.bone} /> : <Figure stat={stat} value={value} />}
      </dd>
    </div>
  )
}

function Figure({ stat, value }: { stat: StatCardProps['stat']; value: unknown }) {
  if (stat.kind === 'money' && stat.currency !== undefined) return <MoneyValue value={value} currency={stat.currency} />
  return <NumberValue value={value} />
}
