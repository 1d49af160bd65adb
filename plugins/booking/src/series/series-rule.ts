const LIST = (item: string) => new RegExp(`^${item}(,${item})*$`)
const DAY = '(MO|TU|WE|TH|FR|SA|SU)'

/** What may stand in the rule of a series. It has no times of its own: every date has the wall time of the first. */
const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ['FREQ', /^(DAILY|WEEKLY|MONTHLY)$/],
  ['INTERVAL', /^[1-9]\d?$/],
  ['COUNT', /^[1-9]\d{0,2}$/],
  ['UNTIL', /^\d{8}(T\d{6}Z?)?$/],
  ['BYDAY', LIST(`(-?[1-5])?${DAY}`)],
  ['BYMONTHDAY', LIST('-?([1-9]|[12]\\d|3[01])')],
  ['BYSETPOS', LIST('-?[1-9]\\d?')],
  ['WKST', new RegExp(`^${DAY}$`)],
])

/** The parts of a recurrence rule. */
export type RuleParts = ReadonlyMap<string, string>

/**
 * Reads the rule of a series (RFC 5545 section 3.3.10): daily, weekly or monthly, and with an end, COUNT or UNTIL.
 * @returns its parts, or what is wrong with it, for the person who wrote it
 */
export function seriesRule(text: string): RuleParts | string {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value = ''] = part.split('=', 2)
    if (PARTS.get(name)?.test(value) !== true)
      return `[${part}] is nothing that a series knows, as FREQ=WEEKLY;COUNT=10`
    if (parts.has(name)) return `[${name}] stands there twice`
    parts.set(name, value)
  }
  if (!parts.has('FREQ')) return 'Say how often, as FREQ=WEEKLY;COUNT=10'
  if (parts.has('COUNT') === parts.has('UNTIL')) return 'Say when it ends, by COUNT or by UNTIL, and not by both'
  return parts
}
