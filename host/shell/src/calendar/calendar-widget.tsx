import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { fillPath } from '../api/fill-path.ts'
import { pageOptions } from '../api/records.ts'
import { PageHeader } from '../dashboard/page-header.tsx'
import { useScreen } from '../dashboard/screen-context.ts'
import type { WidgetProps } from '../dashboard/widget-props.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { PathLink } from '../navigation/path-link.tsx'
import { usePermitted } from '../session/use-permitted.ts'
import { Agenda } from './agenda.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { calendarEntries } from './calendar-entries.ts'
import { CalendarFoot } from './calendar-foot.tsx'
import { calendarQuery } from './calendar-query.ts'
import styles from './calendar-widget.module.css'
import { useCalendar } from './use-calendar.ts'
import { useFieldTexts } from './use-field-texts.ts'
import { visibleRange } from './visible-range.ts'

const CalendarGrid = lazy(() => import('./calendar-grid.tsx').then((module) => ({ default: module.CalendarGrid })))

/** Records in time: by day, week or month, or one below the other. Each is a link to its screen. */
export function CalendarWidget({ widget, heading }: WidgetProps<'calendar'>) {
  const { recordId } = useScreen()
  const calendar = useCalendar(widget)
  const range = visibleRange(calendar.state)
  const listPath = recordId === undefined ? widget.list_path : fillPath(widget.list_path, recordId)
  const { data, error, refetch, isFetching } = useQuery(pageOptions(listPath, calendarQuery(widget, range)))
  const textOf = useFieldTexts(widget, data?.records ?? [])
  const [create] = usePermitted()(widget.create ? [widget.create] : [])
  const entries = calendarEntries(widget, data?.records ?? [], { textOf, ...range })
  const shown = { entries, viewPath: widget.view_path, range, calendar }

  return (
    <section aria-label={widget.title}>
      <PageHeader title={widget.title} heading={heading}>
        {create && (
          <Button component={PathLink} href={create.path} leftSection={<IconPlus size={16} aria-hidden />}>
            {create.label}
          </Button>
        )}
      </PageHeader>
      <CalendarBar calendar={calendar} />
      {error ? (
        <ProblemNotice error={error} onRetry={refetch} />
      ) : (
        <div
          className={styles.frame}
          aria-busy={isFetching}
          data-waiting={data === undefined}
          data-view={calendar.state.view}
        >
          {calendar.state.view === 'list' ? (
            <Agenda {...shown} heading={heading} isLoading={data === undefined} />
          ) : (
            <Suspense fallback={<div className={styles.bone} />}>
              <CalendarGrid {...shown} />
            </Suspense>
          )}
        </div>
      )}
      <CalendarFoot range={range} entries={entries} page={data} />
    </section>
  )
}
