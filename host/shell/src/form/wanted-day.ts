import { createContext } from 'react'
import { type CalendarDay, isDay } from '../values/calendar-day.ts'

/** The parameter of an address that has the wanted day. */
export const DAY_PARAMETER = '_day'

/** The day that the person was looking at when the form was opened. Choices of free times begin with it. Null: none. */
export const WantedDay = createContext<CalendarDay | null>(null)

/** Reads it from the query of an address. */
export function wantedDay(params: URLSearchParams): CalendarDay | null {
  const day = params.get(DAY_PARAMETER)
  return day !== null && isDay(day) ? day : null
}
