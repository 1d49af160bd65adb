import { type Patch, type PluginContext, record_schemas, Type } from '@atrium/sdk'
import { lockSpecialists } from '../hours/lock-specialists.ts'
import type { Settings } from '../settings.ts'
import { atIndex } from './at-index.ts'
import { Booking } from './booking.ts'
import { changeBooking } from './change-booking.ts'

type Change = Patch<Booking> & { readonly id: number }

const patch = record_schemas(Booking).patch as { properties: object }

/** Changes of several bookings, each with the id of its booking. */
export const BookingChanges = Type.Unsafe<readonly Change[]>({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: {
    ...patch,
    title: 'BookingChange',
    properties: { ...patch.properties, id: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 } },
    required: ['id'],
  },
})

/**
 * Makes all changes or none, one after the other: what an earlier one has made free a later one can take. All bookings and
 * specialists are locked before the first change, in order, so that two of these never wait for each other in a circle.
 */
export async function changeBookings(changes: readonly Change[], context: PluginContext<Settings>): Promise<Booking[]> {
  const { db } = context
  const ids = changes.map(({ id }) => id)
  const rows = (await db('booking_bookings').whereIn('id', ids).orderBy('id').select('specialist_id').forUpdate()) as {
    specialist_id: number
  }[]
  const wanted = changes.flatMap(({ specialist_id }) => (specialist_id ? [specialist_id] : []))
  await lockSpecialists(db, [...rows.map(({ specialist_id }) => specialist_id), ...wanted])
  const changed: Booking[] = []
  for (const [index, { id, ...change }] of changes.entries())
    changed.push(await changeBooking({ id, patch: writable(change) }, context).catch(atIndex(index)))
  return changed
}

const READ_ONLY = Object.entries(Booking.properties)
  .filter(([, schema]) => 'readOnly' in schema)
  .map(([name]) => name)

/** Read-only fields may be sent and are ignored, as in every record. */
const writable = (change: Patch<Booking>): Patch<Booking> =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !READ_ONLY.includes(name)))
