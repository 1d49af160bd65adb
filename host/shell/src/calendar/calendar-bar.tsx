import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import './calendar.css'
import { dayOf } from './calendar-day.ts'
import styles from './calendar-bar.module.css'
import type { CalendarView } from './calendar-state.ts'
import type { Calendar } from './use-calendar.ts'
import { rangeTitle, stepDay } from './visible-range.ts'

const VIEWS: { value: CalendarView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'list', label: 'List' },
]

/** Which time is in sight, and how to see another. */
export function CalendarBar({ calendar: { state, change } }: { calendar: Calendar }) {
  return (
    <div className={styles.bar}>
      <div className={styles.steps}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Earlier"
          onClick={() => change({ day: stepDay(state, -1) })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => change({ day: dayOf(new Date()) })}>
          Today
        </Button>
        <ActionIcon variant="default" size={32} aria-label="Later" onClick={() => change({ day: stepDay(state, 1) })}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </div>
      <p className={styles.range} aria-live="polite">
        {rangeTitle(state)}
      </p>
      <SegmentedControl
        aria-label="View"
        classNames={{ root: styles.views ?? '', indicator: styles.chosen ?? '' }}
        size="xs"
        data={VIEWS}
        value={state.view}
        onChange={(view) => change({ view })}
      />
    </div>
  )
}
