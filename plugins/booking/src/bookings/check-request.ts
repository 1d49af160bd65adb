import { ApiError, invalid_values, type InvalidValue, type PluginContext } from '@atrium/sdk'
import { Temporal } from 'temporal-polyfill'
import { DAY, MINUTE, type Span } from '../time/span.ts'
import { zoneNamed } from '../time/zone.ts'

/**
 * Converts a requested time to UTC. If a zone is given, the offset must be valid for that local time in the zone, so a time that the
 * clock change skips is refused instead of shifted (RFC 9557).
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
    const message = `${text} does not exist in ${zone}, possibly because of a clock change`
    throw invalid_values([{ pointer: `/${field}`, message, keyword: 'wall_time' }])
  }
}

/** The requested start and end, in UTC. */
interface Requested {
  readonly starts_at: string
  readonly ends_at?: string | undefined
}

/** The span of a booking. @throws ApiError 422 if it ends before it starts, is longer than a day, or starts in the past */
export function requestedSpan({ starts_at, ends_at }: Requested, duration: number): Span {
  const from = Date.parse(starts_at)
  const until = ends_at === undefined ? from + duration * MINUTE : Date.parse(ends_at)
  const wrong: InvalidValue[] = []
  if (until <= from) wrong.push({ pointer: '/ends_at', message: `Must be later than ${starts_at}`, keyword: 'order' })
  if (until - from > DAY)
    wrong.push({ pointer: '/ends_at', message: 'A booking cannot be longer than a day', keyword: 'long' })
  if (from < Date.now()) wrong.push({ pointer: '/starts_at', message: 'Must not be in the past', keyword: 'past' })
  if (wrong.length > 0) throw invalid_values(wrong)
  return { from, until }
}

/** @throws ApiError 422 for an unknown or archived client; 403 if the caller may not see clients */
export async function checkClient(id: number, { call }: Pick<PluginContext, 'call'>): Promise<void> {
  const client = await call('GET', `/api/v1/clients/clients/${id}`).catch(unknown)
  if ((client as { archived?: boolean }).archived === true) throw wrong('This client is archived', 'archived')
}

function unknown(error: unknown): never {
  if (error instanceof ApiError && error.code === 'record_not_found')
    throw wrong('This client does not exist', 'exists')
  throw error
}

const wrong = (message: string, keyword: string) => invalid_values([{ pointer: '/client_id', message, keyword }])
