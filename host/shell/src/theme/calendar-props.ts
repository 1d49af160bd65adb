import { t } from '../language/t.ts'
import './dates.css'

/** Props of all calendars: labels for the icon buttons, no days of other months, no weekend days in red. */
export const calendarProps = () => ({
  previousLabel: t('Earlier'),
  nextLabel: t('Later'),
  hideOutsideDates: true,
  weekendDays: [],
})
