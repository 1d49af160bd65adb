import { currentLanguage } from '../language/spoken.ts'
import { t } from '../language/t.ts'
import './dates.css'

/** Props of all calendars: names of months and days in the language, labels for the icon buttons, no days of other months, no weekend days in red. */
export const calendarProps = () => ({
  previousLabel: t('Earlier'),
  nextLabel: t('Later'),
  locale: currentLanguage().language,
  hideOutsideDates: true,
  weekendDays: [],
})
