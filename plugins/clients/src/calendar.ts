const DAY = 24 * 60 * 60_000

/** The days of one time zone and the instants at which they begin, correct across changes to and from summer time. */
export interface Calendar {
  readonly zone: string
  /** The date in the zone at an instant: `2026-11-20`. */
  dateAt(instant: Date): string
  /** The first instant of a date. If the clocks skip midnight, the instant at which they do. */
  startOf(date: string): Date
}

/** @param zone an IANA name, such as `Europe/Berlin` @throws RangeError for an unknown zone */
export function createCalendar(zone: string): Calendar {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  // The Swedish format is ISO 8601 with a space: `2026-11-20 09:15:00`.
  const localTime = (instant: Date) => format.format(instant)
  const offsetAt = (time: number) => Date.parse(`${localTime(new Date(time)).replace(' ', 'T')}Z`) - time
  return {
    zone,
    dateAt: (instant) => localTime(instant).slice(0, 10),
    startOf(date) {
      const midnight = Date.parse(`${date}T00:00:00Z`)
      const [before, after] = [midnight - offsetAt(midnight - DAY), midnight - offsetAt(midnight + DAY)]
      const times = [before, after].sort((one, other) => one - other)
      const first = times.find((time) => localTime(new Date(time)) === `${date} 00:00:00`)
      return new Date(first ?? before)
    },
  }
}

/** The date this many days after `date`; before it if `days` is negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

/** The same day this many months later, or the last day of a shorter month: 2027-01-31 and one month give 2027-02-28. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
