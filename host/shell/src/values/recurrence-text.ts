import { msg, t, tn, type Message } from '../language/t.ts'
import { formatLocal } from './person-formats.ts'

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const RHYTHMS: Readonly<Record<string, (every: number) => string>> = {
  DAILY: (every) => tn('Every day', 'Every {count} days', every),
  WEEKLY: (every) => tn('Every week', 'Every {count} weeks', every),
  MONTHLY: (every) => tn('Every month', 'Every {count} months', every),
  YEARLY: (every) => tn('Every year', 'Every {count} years', every),
}
const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL']
const ORDINALS: Readonly<Record<string, Message>> = {
  1: msg('the first {day}'),
  2: msg('the second {day}'),
  3: msg('the third {day}'),
  4: msg('the fourth {day}'),
  5: msg('the fifth {day}'),
  [-1]: msg('the last {day}'),
}

// A week that began on a Monday.
const nameOf = (index: number) => formatLocal(`2026-11-${16 + index}`, { weekday: 'short' })

/** A recurrence rule (RFC 5545 section 3.3.10) in words: `Every Mon – Fri`. Undefined for other texts, and for rules with other parts. */
export function recurrenceText(text: string): string | undefined {
  if (!/^(RRULE:)?FREQ=/.test(text)) return undefined
  const parts = new Map(
    text
      .replace('RRULE:', '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  )
  const unit = parts.get('FREQ') ?? ''
  const rhythmOf = RHYTHMS[unit]
  if (rhythmOf === undefined || [...parts.keys()].some((name) => !PARTS.includes(name))) return undefined
  const days = daysText(parts.get('BYDAY')?.split(',') ?? [])
  if (days === undefined) return undefined
  const every = Number(parts.get('INTERVAL') ?? 1)
  const monthDay = parts.get('BYMONTHDAY')
  const on = [days, monthDay && t('day {number}', { number: monthDay.replaceAll(',', ', ') })]
    .filter(Boolean)
    .join(', ')
  const isPlain = unit === 'WEEKLY' && every === 1 && days !== ''
  const rhythm = isPlain
    ? t('Every {days}', { days: on })
    : on
      ? t('{rhythm} on {days}', { rhythm: rhythmOf(every), days: on })
      : rhythmOf(every)
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
    return days.map((day, index) => t(ordinals[index]!, { day: nameOf(day) })).join(', ')
  }
  const inOrder = days.sort((a, b) => a - b)
  const [first = 0, last = first] = [inOrder[0], inOrder.at(-1)]
  const isRun = days.length > 2 && last - first === days.length - 1
  return isRun ? `${nameOf(first)} – ${nameOf(last)}` : inOrder.map(nameOf).join(', ')
}

function endText(parts: ReadonlyMap<string, string>): string {
  const count = parts.get('COUNT')
  if (count !== undefined) return tn('once', '{count} times', Number(count))
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? []
  return day === undefined
    ? ''
    : t('until {day}', { day: formatLocal(`${year}-${month}-${day}`, { dateStyle: 'medium' }) })
}
