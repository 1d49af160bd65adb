import { Type, invalid_values } from '@atrium/sdk'
import { Temporal } from 'temporal-polyfill'

/** Schema of an IANA time zone. Whether there is such a zone, `zoneNamed` knows. */
export const Zone = () =>
  Type.String({ minLength: 1, maxLength: 64, title: 'Time zone', description: 'IANA, as Europe/Berlin' })

/** The zone as IANA spells it, or undefined where there is none. Bare offsets are none: they know no summer. */
export function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A record with its zone in the spelling of IANA. @throws ApiError 422 where there is no such zone */
export function withKnownZone<Some extends { zone?: string }>(record: Some): Some {
  const zone = zoneNamed(record.zone ?? '')
  if (zone !== undefined) return { ...record, zone }
  const message = 'There is no such time zone; write it as Europe/Berlin'
  throw invalid_values([{ pointer: '/zone', message, keyword: 'zone' }])
}
