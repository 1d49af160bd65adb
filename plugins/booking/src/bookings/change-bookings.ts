import { ApiError, type Patch, type PluginContext, record_schemas, Type } from '@atrium/sdk'
import { lockSpecialists } from '../catalog/bookable.ts'
import type { Settings } from '../settings.ts'
import { Booking } from './booking.ts'

type Change = Patch<Booking> & { readonly id: number }

const patch = record_schemas(Booking).patch as { properties: object }

/** Changes to several bookings, each with the id of its booking. */
export const BookingChanges = Type.Unsafe<readonly Change[]>({
  type: 'array',
  description: 'Changes to bookings, each with the id of its booking; all of them are made or none',
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
 * Applies all changes or none, in order: a later one can use time that an earlier one has freed. All bookings and specialists are locked
 * up front and in order of their ids, so that two such requests cannot deadlock.
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
  for (const [index, { id, ...body }] of changes.entries()) {
    // Uses the route of one booking, which applies the field rules of the caller.
    const one = context.call('PATCH', `/api/v1/booking/bookings/${id}`, { body }).catch(atIndex(index))
    changed.push((await one) as Booking)
  }
  return changed
}

/** For `catch`: adds the index of the refused change to the message and the pointers. */
function atIndex(index: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    const { detail, errors, details, ...options } = error.options
    throw new ApiError(error.code, {
      ...options,
      status: error.status,
      detail: `Nothing was changed, because change [${index}] was refused: ${detail}`,
      ...(errors && { errors: mapKeys(errors, (field) => `${index}.${field}`) }),
      ...(details && { details: details.map((each) => ({ ...each, pointer: `/${index}${each.pointer}` })) }),
    })
  }
}

const mapKeys = (record: Record<string, string>, to: (key: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [to(key), value]))
