import { invalid_values } from '@atrium/sdk'
import { Temporal } from 'temporal-polyfill'
import { zoneNamed } from '../catalog/zone.ts'

/**
 * An instant as somebody wrote it, in UTC. With a zone its offset has to be one that the zone has at that wall time, so a time in the
 * gap of a clock change is refused instead of being moved (RFC 9557).
 * @throws ApiError 422 that points at the field
 */
export function readInstant(text: string, { zone, field }: { zone?: string | undefined; field: string }): string {
  const instant = new Date(text).toISOString()
  const wall = /^(.{10}T.{8}).*([+-]\d{2}:\d{2})$/i.exec(text)
  if (zone === undefined || wall === null || zoneNamed(zone) === undefined) return instant
  try {
    return Temporal.ZonedDateTime.from(`${text}[${zone}]`, { offset: 'reject' })
      .toInstant()
      .toString({ smallestUnit: 'millisecond' })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `In ${zone} there is no ${text}; clocks may have changed`
    throw invalid_values([{ pointer: `/${field}`, message, keyword: 'wall_time' }])
  }
}
