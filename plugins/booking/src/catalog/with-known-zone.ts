import { invalid_values } from '@atrium/sdk'
import { zoneNamed } from './zone.ts'

/** A record with its zone in the spelling of IANA. @throws ApiError 422 where there is no such zone */
export function withKnownZone<Some extends { zone?: string }>(record: Some): Some {
  const zone = zoneNamed(record.zone ?? '')
  if (zone !== undefined) return { ...record, zone }
  const message = 'There is no such time zone; write it as Europe/Berlin'
  throw invalid_values([{ pointer: '/zone', message, keyword: 'zone' }])
}
