import { t } from '../language/t.ts'

/**
 * Reads a time of day as a person types it: `9`, `930`, `9:30`, `09.30`, `5 pm`, `5:15pm`. Returns `HH:MM` with 24 hours, where `24:00` is
 * the end of the day; undefined for anything else.
 */
export function readTypedTime(typed: string): string | undefined {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(typed.trim()) ?? []
  if (hour === undefined || (half === undefined && /m\.?$/i.test(typed))) return undefined
  const hours = half === undefined ? Number(hour) : hourOf(Number(hour), half.toLowerCase())
  const isReal = hours <= 23 ? Number(minute) <= 59 : hours === 24 && minute === '00'
  return isReal ? `${String(hours).padStart(2, '0')}:${minute}` : undefined
}

/** Converts an hour of the 12-hour clock to 24 hours; 99 for an hour that the 12-hour clock does not have. */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return 99
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Why a typed text cannot be saved as a time; undefined if it can. */
export function timeProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || readTypedTime(value) !== undefined) return undefined
  return t('“{value}” is not a time. Enter it as 09:30.', { value })
}
