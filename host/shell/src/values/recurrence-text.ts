import { formatLocal } from './person-formats.ts'

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const UNITS: Readonly<Record<string, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL']
const ORDINALS: Readonly<Record<string, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  [-1]: 'last',
}

// A week that began on a Monday.
const nameOf = (index: number) => formatLocal(`2026-11-${16 + index}`, { weekday: 'short' })

/** A recurrence rule in words if the schema of the field has `format: 'rrule'`; undefined for any other text. */
export function textInWords(value: unknown, format: unknown): string | undefined {
  return format === 'rrule' && typeof value === 'string' ? recurrenceText(value) : undefined
}

/** A recurrence rule (RFC 5545 section 3.3.10) in words: `Every Mon – Fri`. Undefined for other texts, and for rules with other parts. */
export function recurrenceText(text: string): string | undefined {
  if (!/^(RRULE:)?FREQ=/.test(text)) return undefined
  const parts = new Map(
    text
      .replace('RRULE:', '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  )
  const unit = UNITS[parts.get('FREQ') ?? '']
  if (unit === undefined || [...parts.keys()].some((name) => !PARTS.includes(name))) return undefined
  const days = daysText(parts.get('BYDAY')?.split(',') ?? [])
  if (days === undefined) return undefined
  const every = Number(parts.get('INTERVAL') ?? 1)
  const monthDay = parts.get('BYMONTHDAY')
  const on = [days, monthDay && `day ${monthDay.replaceAll(',', ', ')}`].filter(Boolean).join(', ')
  const isPlain = unit === 'week' && every === 1 && days !== ''
  const rhythm = isPlain ? `Every ${on}` : `Every ${every === 1 ? unit : `${every} ${unit}s`}${on && ` on ${on}`}`
  return [rhythm, endText(parts)].filter((each) => each !== '').join(', ')
}

/** `Mon – Fri`, `Mon, Wed`, `the first Sun`; undefined for an unknown day. */
function daysText(names: readonly string[]): string | undefined {
  const found = names.map((name) => /^(-?\d)?([A-Z]{2})$/.exec(name))
  const days = found.map((match) => DAYS.indexOf(match?.[2] ?? ''))
  if (days.includes(-1)) return undefined
  if (found.some((match) => match?.[1] !== undefined)) {
    const ordinals = found.map((match) => ORDINALS[match?.[1] ?? ''])
    if (ordinals.includes(undefined)) return undefined
    return days.map((day, index) => `the ${ordinals[index]} ${nameOf(day)}`).join(', ')
  }
  const inOrder = days.sort((a, b) => a - b)
  const [first = 0, last = first] = [inOrder[0], inOrder.at(-1)]
  const isRun = days.length > 2 && last - first === days.length - 1
  return isRun ? `${nameOf(first)} – ${nameOf(last)}` : inOrder.map(nameOf).join(', ')
}

function endText(parts: ReadonlyMap<string, string>): string {
  const count = parts.get('COUNT')
  if (count !== undefined) return count === '1' ? 'once' : `${count} times`
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? []
  return day === undefined ? '' : `until ${formatLocal(`${year}-${month}-${day}`, { dateStyle: 'medium' })}`
}
