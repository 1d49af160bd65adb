import type { CalendarWidget as Widget } from '@atrium/sdk/documents'
import { Button, DirectionProvider } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, Suspense } from 'react'
import type { DataRecord } from '../api/paths.ts'
import { fillPath, withQuery } from '../api/paths.ts'
import { answerOptions, manyOptions } from '../api/records.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useFocusOfRemoved } from '../screen/returned-focus.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { PathLink, wantsNewTab } from '../screen/path-link.tsx'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { usePermitted } from '../session/permissions.ts'
import { Agenda } from './agenda.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import type { CalendarContent } from './calendar-content.ts'
import { calendarEntries } from './calendar-entries.ts'
import { CalendarFoot } from './calendar-foot.tsx'
import type { CalendarDay } from '../values/calendar-day.ts'
import { dayOf } from '../values/calendar-day.ts'
import type { CalendarView, VisibleRange } from './calendar-state.ts'
import {
  calendarQuery,
  daysPath,
  firstDay,
  MOST_ENTRIES,
  MOST_ENTRIES_BESIDE_COUNTS,
  visibleRange,
} from './calendar-state.ts'
import styles from './calendar-widget.module.css'
import { loadCreateDialog, useCreateAhead } from './create-ahead.ts'
import { createQuery } from './entry-place.ts'
import { useCalendar, useCreation } from './use-calendar.ts'
import { useChoices, useFieldTexts } from './use-names.ts'
import { useMoves } from './use-moves.ts'
import type { WorkingTime } from './working-times.ts'
import { readDate } from '../values/dates.ts'

const CalendarGrid = lazy(() => import('./calendar-grid.tsx').then((module) => ({ default: module.CalendarGrid })))
const CreateDialog = lazy(() => loadCreateDialog().then((module) => ({ default: module.CreateDialog })))
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })))

/** Records in a calendar by day, week or month, or as a list. Each links to its screen. */
export function CalendarWidget({ widget, heading }: WidgetProps<'calendar'>) {
  const { content, create, over, page } = useCalendarContent(widget)
  const { calendar, moves, range, entries, resource, choices } = content
  const focus = useFocusOfRemoved()
  const isQuiet = useScreen().placed !== undefined
  const { data, error, refetch, isFetching } = page
  const { view } = calendar.state
  useCreateAhead(create?.path, data !== undefined)
  useEarlyKeys(create !== undefined && over !== null, () => over?.close())
  useEarlyKeys(moves.asked !== null, moves.dismiss)

  return (
    <section aria-label={widget.title} {...focus}>
      <PageHeader title={widget.title} heading={heading}>
        {create && (
          <Button
            variant={isQuiet ? 'default' : 'filled'}
            component={PathLink}
            href={withQuery(create.path, create.values)}
            onClick={create.openOver}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {create.label}
          </Button>
        )}
      </PageHeader>
      <CalendarBar calendar={calendar} offered={widget.filters ?? []} resource={resource} />
      {error && data === undefined ? (
        <ProblemNotice error={error} onRetry={refetch} />
      ) : (
        <div className={styles.frame} aria-busy={isFetching} data-waiting={data === undefined} data-view={view}>
          {view === 'list' ? (
            <Agenda {...content} heading={heading} isLoading={data === undefined} create={create} />
          ) : (
            <Suspense fallback={<div className={styles.bone} />}>
              {/* Mantine places entries by their distance from the left, so grids run from left to right in every language. */}
              <DirectionProvider initialDirection="ltr" detectDirection={false}>
                <div dir="ltr">
                  <CalendarGrid {...content} />
                </div>
              </DirectionProvider>
            </Suspense>
          )}
        </div>
      )}
      <CalendarFoot
        range={range}
        entries={entries}
        counts={content.counts}
        page={data}
        hasClosed={content.working !== undefined && BY_HOURS.has(view)}
      />
      <Suspense>
        {moves.asked && (
          <MoveDialog
            key={moves.asked.entry.id}
            asked={moves.asked}
            moves={moves}
            resource={resource}
            choices={choices}
          />
        )}
        {create && over && <CreateDialog create={create} over={over} />}
      </Suspense>
    </section>
  )
}

/** Reads the visible records and the data of their entries. A record that is being moved already has its new place. */
function useCalendarContent(widget: Widget) {
  const { recordId } = useScreen()
  const calendar = useCalendar(widget)
  const range = visibleRange(calendar.state)
  const listPath = recordId === undefined ? widget.list_path : fillPath(widget.list_path, recordId)
  const { filters } = calendar
  // Filtered entries are not counted by the host.
  const isCounted =
    calendar.state.view === 'month' && widget.counts_path !== undefined && Object.keys(filters).length === 0
  const most = isCounted ? MOST_ENTRIES_BESIDE_COUNTS : MOST_ENTRIES
  const page = useQuery(manyOptions(listPath, calendarQuery(widget, { ...range, filters }), most))
  const isPartial = page.data !== undefined && page.data.total > page.data.records.length
  const counts = useDayCounts(widget, range, { enabled: isCounted && isPartial })
  const creation = useCreation(widget)
  const moves = useMoves(widget)
  const records = (page.data?.records ?? []).map((record) => ({ ...record, ...moves.underway.get(record.id) }))
  const textOf = useFieldTexts(widget, records)
  const [offered] = usePermitted()(widget.create ? [widget.create] : [])
  const values = createQuery(widget, { day: firstDay(calendar.state), filters })
  const openOver = (event: MouseEvent) => {
    if (wantsNewTab(event)) return
    event.preventDefault()
    creation.open(values)
  }
  const on = (day: CalendarDay) => creation.open(createQuery(widget, { day, filters }))
  const content: CalendarContent = {
    entries: calendarEntries(widget, records, { textOf, ...range }),
    range,
    counts,
    unloadedFrom: isPartial && !counts ? lastDay(page.data.records, widget) : undefined,
    viewPath: widget.view_path,
    calendar,
    moves,
    resource: widget.resource,
    working: useWorkingTimes(widget, { ...range, view: calendar.state.view }),
    choices: useChoices(widget.resource, { enabled: calendar.state.view === 'resource' || moves.asked !== null }),
    onCreate: offered && ((time, taken) => creation.open(createQuery(widget, { time, taken, filters }))),
  }
  return { content, create: offered && { ...offered, values, openOver, on }, over: creation.over, page }
}

/** The views that show hours. */
const BY_HOURS: ReadonlySet<CalendarView> = new Set(['day', 'resource', 'week'])

/** When the resources of a calendar work on the visible days. A person who may not know it sees no closed times. */
function useWorkingTimes(
  { hours_path = '' }: Widget,
  { view, ...range }: VisibleRange & { view: CalendarView },
): readonly WorkingTime[] | undefined {
  const { data } = useQuery({
    ...answerOptions<WorkingTime[]>(daysPath(hours_path, range)),
    enabled: hours_path !== '' && BY_HOURS.has(view),
    retry: false,
  })
  return data
}

/** The number of entries of each visible day; undefined if the host does not count them. Empty until the counts have arrived. */
function useDayCounts({ counts_path }: Widget, range: VisibleRange, { enabled }: { enabled: boolean }) {
  const { recordId } = useScreen()
  const path =
    counts_path === undefined || recordId === undefined ? (counts_path ?? '') : fillPath(counts_path, recordId)
  const { data, error } = useQuery({ ...answerOptions<DayCount[]>(daysPath(path, range)), enabled })
  if (!enabled || error) return undefined
  return new Map(data?.map(({ day, count }) => [day, count]))
}

interface DayCount {
  readonly day: CalendarDay
  readonly count: number
}

/** The day on which the last record starts. */
function lastDay(records: readonly DataRecord[], { starts }: Widget): CalendarDay | undefined {
  const last = readDate(records.at(-1)?.[starts])
  return last === null ? undefined : dayOf(last)
}
