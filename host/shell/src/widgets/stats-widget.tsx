import { useQuery } from '@tanstack/react-query'
import { answerOptions } from '../api/records.ts'
import { fillPath } from '../api/paths.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { StatCard } from './stat-card.tsx'
import styles from './stats-widget.module.css'

/** A few figures side by side, all from one answer. */
export function StatsWidget({ widget, heading }: WidgetProps<'stats'>) {
  const { dashboard, recordId } = useScreen()
  const path = recordId === undefined ? widget.path : fillPath(widget.path, recordId)
  const { data, error, refetch } = useQuery(answerOptions<Record<string, unknown>>(path))
  const title = widget.title ?? (heading ? dashboard.title : undefined)

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
