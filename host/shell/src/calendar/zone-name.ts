/** The zone that the person's clock shows, and how far it is from UTC on a day: `Europe/Berlin (GMT+1)`. */
export function zoneName(day: Date): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone.replaceAll('_', ' ')} (${offset})`
}
