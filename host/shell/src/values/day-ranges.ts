import { t } from '../language/t.ts'
import type { CalendarDay } from './calendar-day.ts'
import { addDays, dayOf, monthOf, startOfWeek } from './calendar-day.ts'

/** Days that people often select, both ends included. */
export interface DayRange {
  /** Used in an address, where it means other days tomorrow. */
  id: string
  label: string
  /** Between field and label in a sentence: `is today`, `is in the last 7 days`. */
  verb: string
  from: CalendarDay
  to: CalendarDay
}

/** The ranges around today, in the time zone and with the weeks of the person. */
export function dayRanges(now: Date = new Date()): readonly DayRange[] {
  const today = dayOf(now)
  const week = startOfWeek(today)
  const month = monthOf(today)
  const days = (first: number, last: number) => ({ from: addDays(today, first), to: addDays(today, last) })
  return [
    { id: 'today', label: t('Today'), verb: t('is'), ...days(0, 0) },
    { id: 'tomorrow', label: t('Tomorrow'), verb: t('is'), ...days(1, 1) },
    { id: 'this_week', label: t('This week'), verb: t('is'), from: week, to: addDays(week, 6) },
    { id: 'next_7_days', label: t('Next 7 days'), verb: t('is in the'), ...days(0, 6) },
    { id: 'last_7_days', label: t('Last 7 days'), verb: t('is in the'), ...days(-6, 0) },
    { id: 'this_month', label: t('This month'), verb: t('is'), from: month.first, to: month.last },
  ]
}

/** The range with this name in an address. */
export const dayRangeCalled = (id: string | undefined, now?: Date): DayRange | undefined =>
  dayRanges(now).find((range) => range.id === id)
