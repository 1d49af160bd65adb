import type { CalendarDay } from './calendar-day.ts'
import { addDays, dayOf, monthOf, startOfWeek } from './calendar-day.ts'

/** Days that people often ask for, both ends included. */
export interface DayRange {
  label: string
  from: CalendarDay
  to: CalendarDay
}

/** The ranges around today, in the time zone and with the weeks of the person. */
export function dayRanges(now: Date = new Date()): readonly DayRange[] {
  const today = dayOf(now)
  const week = startOfWeek(today)
  const month = monthOf(today)
  const from = (label: string, first: number, last: number): DayRange => ({
    label,
    from: addDays(today, first),
    to: addDays(today, last),
  })
  return [
    from('Today', 0, 0),
    from('Tomorrow', 1, 1),
    { label: 'This week', from: week, to: addDays(week, 6) },
    from('Next 7 days', 0, 6),
    from('Last 7 days', -6, 0),
    { label: 'This month', from: month.first, to: month.last },
  ]
}

/** The range that has exactly these ends. On a Monday, this week is the next 7 days too: then neither name would say what was chosen. */
export function dayRangeOf({ from, to }: Partial<DayRange>, now?: Date): DayRange | undefined {
  const [range, other] = dayRanges(now).filter((each) => each.from === from && each.to === to)
  return other === undefined ? range : undefined
}
