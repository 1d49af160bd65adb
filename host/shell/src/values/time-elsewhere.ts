import { t } from '../language/t.ts'
import { dateFormat, personZone } from './person-formats.ts'

/**
 * The person's time zone, and the clock time in another zone at an instant: `UTC (11:30 AM in Europe/Berlin)`. The day is added where it
 * differs. Undefined if `zone` is the person's own, or not a time zone.
 */
export function timeElsewhere(instant: Date, zone: unknown): string | undefined {
  const own = personZone()
  if (typeof zone !== 'string' || zone === own || !isZone(zone)) return undefined
  const sameDay = dayIn(own, instant) === dayIn(zone, instant)
  const shown = dateFormat({
    ...(!sameDay && { dateStyle: 'medium' as const }),
    timeStyle: 'short',
    timeZone: zone,
  })
  return t('{here} ({time} in {zone})', {
    here: nameOf(own),
    time: shown.format(instant),
    zone: nameOf(zone),
  })
}

const dayIn = (timeZone: string, instant: Date) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone }).format(instant)

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
