import { Type, invalid_values } from '@atrium/sdk'
import { Temporal } from 'temporal-polyfill'

/** Schema of an IANA time zone. It does not check that the zone exists; `zoneNamed` does. */
export const Zone = () =>
  Type.String({
    ...{ minLength: 1, maxLength: 64, format: 'time-zone' },
    ...{ title: 'Time zone', description: 'IANA name, for example Europe/Berlin' },
  })

/**
 * The zone in the spelling of IANA, or undefined if it does not exist. Plain offsets are refused because they ignore daylight saving
 * time.
 */
export function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The record with its zone in the spelling of IANA. @throws ApiError 422 for an unknown zone */
export function withKnownZone<Some extends { zone?: string }>(record: Some): Some {
  const zone = zoneNamed(record.zone ?? '')
  if (zone !== undefined) return { ...record, zone }
  const message = 'This time zone does not exist. Use an IANA name such as Europe/Berlin'
  throw invalid_values([{ pointer: '/zone', message, keyword: 'zone' }])
}
