import { type Knex, scoped_rows, type Static, Type } from '@atrium/sdk'
import { requireSeenService } from '../catalog/bookable.ts'
import { Offer, Specialist } from '../catalog/catalog-records.ts'
import { reference } from '../catalog/reference.ts'
import { requireReferences } from '../catalog/require-references.ts'
import type { Settings } from '../settings.ts'
import { common, DAY, MINUTE, type Span } from '../time/span.ts'
import { daySpan } from '../time/zone-clock.ts'
import { freeSlots } from './free-slots.ts'
import { around, readBusyTimes, readOpenTimes } from './read-calendars.ts'
import { slotRules } from './slot-rules.ts'

const local = (description: string) => Type.String({ description })

/** A time at which a service can be booked. */
export const Slot = Type.Object(
  {
    starts_at: Type.String({
      format: 'date-time',
      description: 'In UTC. Identifies the slot; use it as the start of a booking',
    }),
    ends_at: Type.Optional(Type.String({ format: 'date-time' })),
    local_start: local('The start in the requested time zone, with its offset'),
    local_end: Type.Optional(local('The end in the requested time zone')),
    specialist_id: Type.Integer(),
    specialist_zone: Type.Optional(Type.String({ description: 'IANA time zone of the specialist' })),
    location_id: Type.Optional(Type.Integer()),
    free: Type.Optional(Type.Integer({ description: 'The number of bookings still possible' })),
  },
  { title: 'Slot', description: 'Without what a role hides: the duration and the capacity of the service, the zone' },
)
export type Slot = Static<typeof Slot>

/** The service, the days and the zone of a search for slots. */
export const SlotQuery = Type.Object({
  service_id: reference('Service'),
  from: Type.String({ format: 'date', description: 'The first day, in `zone`' }),
  to: Type.String({ format: 'date', description: 'The last day; at most 62 days' }),
  specialist_id: Type.Optional(reference('Specialist', 'Default: all who offer the service')),
  booking_id: Type.Optional(reference('Booking', 'A booking to be moved; its own time counts as free')),
  zone: Type.Optional(
    Type.String({ description: 'IANA time zone of `from` and `to`. Default: the time zone of the practice' }),
  ),
})
export type SlotQuery = Static<typeof SlotQuery>

interface SpecialistRow {
  readonly id: number
  readonly zone: string
  readonly location_id: number
  /** The fields that the caller sees. */
  readonly seen: { readonly zone: string | null; readonly location_id: number | null }
}

/**
 * The free slots of a service with the specialists in reach of the caller, sorted by time and then by specialist. Each table is queried once and each rule is expanded once,
 * whatever the number of specialists and days.
 * @throws ApiError 400 for an unknown zone or an invalid range, 422 for an unknown service or specialist
 */
export async function findSlots(db: Knex, query: SlotQuery, settings: Settings): Promise<Slot[]> {
  const { span, clock } = daySpan(query, query.zone ?? settings.zone)
  const { service, seen } = await requireSeenService(db, query.service_id)
  await requireReferences(db, { specialist_id: query.specialist_id })
  const rules = slotRules(service)
  const specialists = await specialistsOf(db, query)
  const openOf = await readOpenTimes(db, specialists, span)
  const ids = specialists.map(({ id }) => id)
  const busyOf = await readBusyTimes(db, ids, { ...around(span), except: query.booking_id })
  const within = bookable(span, settings)
  const slots = specialists.flatMap((specialist) =>
    freeSlots(openOf(specialist), { rules, busy: busyOf(specialist.id), within }).map((slot) => ({ slot, specialist })),
  )
  slots.sort((a, b) => a.slot.from - b.slot.from || a.specialist.id - b.specialist.id)
  const [showsEnd, showsFree] = [seen.duration !== null, seen.capacity !== null]
  return slots.map(({ slot, specialist: { id, seen: of } }) => ({
    starts_at: new Date(slot.from).toISOString(),
    ...(showsEnd && { ends_at: new Date(slot.until).toISOString() }),
    local_start: clock.textOf(slot.from),
    ...(showsEnd && { local_end: clock.textOf(slot.until) }),
    specialist_id: id,
    ...(of.zone !== null && { specialist_zone: of.zone }),
    ...(of.location_id !== null && { location_id: of.location_id }),
    ...(showsFree && { free: slot.free }),
  }))
}

/** The part of a span that may be offered, given the minimum notice and the horizon. */
function bookable(span: Span, { minimum_notice_minutes, horizon_days }: Settings): Span {
  const now = Date.now()
  return common(span, { from: now + minimum_notice_minutes * MINUTE, until: now + horizon_days * DAY })
}

async function specialistsOf(db: Knex, { service_id, specialist_id }: SlotQuery): Promise<SpecialistRow[]> {
  const reached = scoped_rows(db, 'booking_offers', Offer).select('id')
  const query = db('booking_specialists')
    .join('booking_offers', 'booking_offers.specialist_id', 'booking_specialists.id')
    .where({ 'booking_offers.service_id': service_id, 'booking_specialists.active': true })
    .whereIn('booking_offers.id', reached)
    .select('booking_specialists.id', 'booking_specialists.zone', 'booking_specialists.location_id')
  if (specialist_id !== undefined) query.where('booking_specialists.id', specialist_id)
  const offering = (await query) as Omit<SpecialistRow, 'seen'>[]
  const seen = await seenSpecialists(
    db,
    offering.map(({ id }) => id),
  )
  return offering.flatMap((each) => {
    const own = seen.get(each.id)
    return own === undefined ? [] : [{ ...each, seen: own }]
  })
}

/** The specialists in reach of the caller, with the fields that the caller sees. */
async function seenSpecialists(db: Knex, ids: readonly number[]): Promise<Map<number, SpecialistRow['seen']>> {
  const rows = await scoped_rows(db, 'booking_specialists', Specialist)
    .whereIn('id', ids)
    .select<({ readonly id: number } & SpecialistRow['seen'])[]>('id', 'zone', 'location_id')
  return new Map(rows.map((row) => [row.id, row]))
}
