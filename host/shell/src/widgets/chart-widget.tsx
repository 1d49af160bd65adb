import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fillPath } from '../api/paths.ts'
import { answerOptions } from '../api/records.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { t } from '../language/t.ts'
import { PageHeader } from '../screen/page-header.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useLeftOut, useScreen } from '../screen/screen-context.ts'
import { Blank } from '../values/blank.tsx'
import type { ChartPoint } from './chart-figures.ts'
import { chartFigures, figureFormat } from './chart-figures.ts'
import readers from '../theme/for-readers.module.css'
import styles from './chart-widget.module.css'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })))

/** Figures over an axis, as a chart and as a table. Screen readers always get the table; a button shows it to everybody. */
export function ChartWidget({ widget, heading }: WidgetProps<'chart'>) {
  const { recordId } = useScreen()
  const path = recordId === undefined ? widget.path : fillPath(widget.path, recordId)
  const { data, error, refetch } = useQuery({
    ...answerOptions(path),
    select: (answer) => chartFigures(widget, answer),
  })
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? IconChartBar : IconTable
  if (useLeftOut(error) && !heading) return null

  return (
    <section aria-label={widget.title}>
      <PageHeader title={widget.title} heading={heading}>
        {data && data.length > 0 && (
          <Button
            variant="default"
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t('As a chart') : t('As a table')}
          </Button>
        )}
      </PageHeader>
      {error && !data ? (
        <ProblemNotice error={error} onRetry={refetch} />
      ) : (
        <div className={styles.frame} dir="ltr" aria-busy={!data}>
          {!data && <div className={styles.bone} />}
          {data?.length === 0 && (
            <EmptyState icon={<IconChartBar size={20} stroke={1.5} aria-hidden />} title={t('No figures yet')} />
          )}
          {data && data.length > 0 && (
            <>
              {!isTable && (
                <Suspense fallback={<div className={styles.bone} />}>
                  <ChartCanvas widget={widget} points={data} />
                </Suspense>
              )}
              <div className={isTable ? styles.table : readers.forReaders}>
                <FiguresTable widget={widget} points={data} />
              </div>
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** The figures of a chart, one row for each point on the axis. */
function FiguresTable({ widget, points }: { widget: WidgetProps<'chart'>['widget']; points: readonly ChartPoint[] }) {
  const { inFull } = figureFormat(widget.format)
  return (
    <table className={styles.figures} aria-label={t('Figures: {title}', { title: widget.title })}>
      <thead>
        <tr>
          <th scope="col">{widget.x.label}</th>
          {widget.series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, figures }, index) => (
          <tr key={index}>
            <th scope="row">{label}</th>
            {widget.series.map(({ name }) => {
              const figure = figures[name] ?? null
              return <td key={name}>{figure === null ? <Blank /> : inFull(figure)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
