/**
 * Writes a recurrence rule in the form in which it is stored. RFC 5545 allows either case for its names and values (section 3.3.10 is a
 * grammar of RFC 5234, whose literals ignore case).
 */
export const storedRule = (text: string): string => text.toUpperCase()

/** Says how to send a rule that has the name of its property before it, as in a calendar file. Undefined for any other text. */
export function prefixMessage(text: string): string | undefined {
  const [, rule] = /^RRULE:(.+)$/i.exec(text) ?? []
  return rule === undefined ? undefined : `Leave out [RRULE:] and send the rule alone: ${storedRule(rule)}`
}
