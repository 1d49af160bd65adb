import './dates.css'

/** What all calendars are told: names for buttons that have only a sign, no days of other months, no days in red. */
export const calendarProps = {
  previousLabel: 'Earlier',
  nextLabel: 'Later',
  hideOutsideDates: true,
  weekendDays: [],
}
