import { ResourcesDayView } from '@mantine/schedule'
import { EmptyState } from '../feedback/empty-state.tsx'
import { IconUsers } from '@tabler/icons-react'
import type { CalendarContent } from './calendar-content.ts'
import styles from './calendar-grid.module.css'
import { gridProps, hourProps, isHour, readLocal, SILENT } from './grid-props.tsx'
import { gridLines } from './grid-lines.ts'
import { useSilentSlots } from './use-silent-slots.ts'

const hours = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })

/** One day, with a line for each who or what can be taken, so that an entry can be dragged from one to another. */
export function ResourceGrid(content: CalendarContent) {
  const root = useSilentSlots()
  const lines = gridLines(content.choices, content.entries)
  if (content.choices === undefined) return <div className={styles.bone} />
  if (lines.length === 0)
    return <EmptyState icon={<IconUsers size={20} stroke={1.5} aria-hidden />} title="Nobody can be booked yet" />
  return (
    <ResourcesDayView
      {...gridProps(content)}
      {...hourProps(content)}
      ref={root}
      className={`${styles.grid} ${styles.lines}`}
      slotLabelFormat={(moment) => (isHour(moment) ? hours.format(readLocal(moment)) : '')}
      resources={lines}
      labels={{ resources: content.resource?.label ?? '' }}
      startScrollTime="07:00:00"
      slotWidth={68}
      rowHeight={76}
      maxEventsPerTimeSlot={3}
      moreEventsProps={{ popoverProps: { withRoles: false } }}
      attributes={{ resourcesDayViewRowSlot: SILENT }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    />
  )
}
