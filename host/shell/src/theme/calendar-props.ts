import './dates.css'

/** Props of all calendars: labels for the icon buttons, no days of other months, no weekend days in red. */
export const calendarProps = {
  previousLabel: 'Earlier',
  nextLabel: 'Later',
  hideOutsideDates: true,
  weekendDays: [],
}
