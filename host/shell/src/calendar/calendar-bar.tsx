import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import type { CalendarWidget, Filter } from '@atrium/sdk/documents'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { inSentence, t } from '../language/t.ts'
import { FilterBar } from '../table/filter-bar.tsx'
import './calendar.css'
import styles from './calendar-bar.module.css'
import type { CalendarView } from './calendar-state.ts'
import type { Calendar } from './use-calendar.ts'
import { rangeTitle, stepDay } from './calendar-state.ts'

interface CalendarBarProps {
  calendar: Calendar
  /** The filters that are offered. */
  offered: readonly Filter[]
  /** The field for the booked person or thing, if there is one. */
  resource: CalendarWidget['resource']
}

/** The visible period, and buttons to change it and the view; below them the filters. */
export function CalendarBar({
  calendar: { state, change, showToday, filters, filter },
  offered,
  resource,
}: CalendarBarProps) {
  const views: { value: CalendarView; label: string }[] = [
    { value: 'day', label: t('Day') },
    ...(resource
      ? [{ value: 'resource' as const, label: t('By {label}', { label: inSentence(resource.label) }) }]
      : []),
    { value: 'week', label: t('Week') },
    { value: 'month', label: t('Month') },
    { value: 'list', label: t('List') },
  ]
  return (
    <div className={styles.bar}>
      <div className={styles.steps} data-print="none">
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('Earlier')}
          onClick={() => change({ day: stepDay(state, -1) })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={showToday}>
          {t('Today')}
        </Button>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('Later')}
          onClick={() => change({ day: stepDay(state, 1) })}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </div>
      <p className={styles.range} aria-live="polite">
        {rangeTitle(state)}
      </p>
      <SegmentedControl
        aria-label={t('View')}
        classNames={{ root: styles.views ?? '', indicator: styles.chosen ?? '' }}
        size="xs"
        data={views}
        value={state.view}
        onChange={(view) => change({ view })}
      />
      {offered.length > 0 && (
        <div className={styles.filters}>
          <FilterBar offered={offered} filters={filters} onChange={filter} />
        </div>
      )}
    </div>
  )
}
