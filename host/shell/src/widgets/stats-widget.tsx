import { useQuery } from '@tanstack/react-query'
import { fillPath } from '../api/paths.ts'
import { answerOptions } from '../api/records.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { PageHeader } from '../screen/page-header.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useLeftOut, useScreen } from '../screen/screen-context.ts'
import { MoneyValue, NumberValue } from '../values/value-kinds.tsx'
import styles from './stats-widget.module.css'

/** Figures side by side, read with one request. */
export function StatsWidget({ widget, heading }: WidgetProps<'stats'>) {
  const { dashboard, recordId } = useScreen()
  const path = recordId === undefined ? widget.path : fillPath(widget.path, recordId)
  const { data, error, refetch } = useQuery(answerOptions<Record<string, unknown>>(path))
  const isLeftOut = useLeftOut(error)
  const title = widget.title ?? (heading ? dashboard.title : undefined)
  if (isLeftOut && !heading) return null

  return (
    <section>
      {title !== undefined && <PageHeader title={title} heading={heading} />}
      {error && !data ? (
        <ProblemNotice error={error} onRetry={refetch} />
      ) : (
        <dl className={styles.stats}>
          {widget.stats.map((stat) => (
            <StatCard key={stat.name} stat={stat} value={data?.[stat.name]} isLoading={!data} />
          ))}
        </dl>
      )}
    </section>
  )
}

interface StatCardProps {
  stat: WidgetProps<'stats'>['widget']['stats'][number]
  value: unknown
  isLoading: boolean
}

function StatCard({ stat, value, isLoading }: StatCardProps) {
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
