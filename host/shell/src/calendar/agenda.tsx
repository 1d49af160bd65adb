import { ActionIcon } from '@mantine/core'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { fillPath } from '../api/paths.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import styles from './agenda.module.css'
import { addDays, type CalendarDay, dayOf, startOfDay } from '../values/calendar-day.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import type { CalendarContent } from './calendar-content.ts'
import { entryTimes } from './entry-words.ts'
import { MoveButton } from './entry-block.tsx'
import type { VisibleRange } from './calendar-state.ts'
import { dayInWords } from '../values/person-formats.ts'

interface AgendaProps extends CalendarContent {
  /** Whether the title of the calendar is the `h1` of the screen. The days are then `h2`, or else `h3`. */
  heading: boolean
  isLoading: boolean
  /** What makes a new record on a day; undefined without the permission. */
  create: { readonly label: string; readonly on: (day: CalendarDay) => void } | undefined
}

/** Entries as a list, grouped by day. */
export function Agenda({ entries, range, viewPath, moves, heading, isLoading, create }: AgendaProps) {
  const Heading = heading ? 'h2' : 'h3'
  const today = dayOf(new Date())
  if (isLoading) return <div className={styles.bone} />
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarOff size={20} stroke={1.5} aria-hidden />}
        title={t('No entries in this period')}
      />
    )
  return daysIn(range)
    .map((day) => ({ day, due: entries.filter((entry) => isOn(entry, day)) }))
    .filter(({ due }) => due.length > 0)
    .map(({ day, due }) => (
      <section key={day} className={styles.day} data-today={day === today}>
        <div className={styles.head}>
          <Heading className={styles.date}>{dayInWords(day)}</Heading>
          {create && day >= today && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`${create.label}: ${dayInWords(day)}`}
              onClick={() => create.on(day)}
            >
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
        <ul className={styles.entries}>
          {due.map((entry) => (
            <li key={entry.id} className={styles.entry} data-color={entry.color ?? 'blue'}>
              <span className={styles.times}>{entryTimes(entry)}</span>
              <AgendaTitle entry={entry} viewPath={viewPath} />
              <span className={styles.more}>{[entry.resource, entry.state].filter(Boolean).join(' · ')}</span>
              <MoveButton entry={entry} moves={moves} className={styles.move} />
            </li>
          ))}
        </ul>
      </section>
    ))
}

function AgendaTitle({ entry: { id, title }, viewPath }: { entry: CalendarEntry; viewPath: string | undefined }) {
  if (viewPath === undefined) return <span className={styles.title}>{title}</span>
  return (
    <PathLink href={fillPath(viewPath, id)} className={styles.title}>
      {title}
    </PathLink>
  )
}

const isOn = ({ start, end }: CalendarEntry, day: string) =>
  start < startOfDay(day, { plus: 1 }) && end > startOfDay(day)

function daysIn({ first, last }: VisibleRange): string[] {
  const found = [first]
  for (let day = first; day < last; found.push(day)) day = addDays(day, 1)
  return found
}
