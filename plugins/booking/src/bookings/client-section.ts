import { type ListFilter, type PluginContext, present_caller, type RecordSection } from '@atrium/sdk'
import { CLIENT_COLUMNS } from '../screens/client-columns.ts'
import { bookingTable } from './booking-table.ts'
import type { BookingStatus } from './booking.ts'
import { countBookings } from './count-bookings.ts'

const LATEST = 20

/** The bookings of a client, and how often it did not come. Who may not see bookings is not shown any. */
export async function clientSection(client_id: number, { db }: Pick<PluginContext, 'db'>): Promise<RecordSection> {
  const title = 'Bookings'
  if (present_caller()?.can('booking.bookings.view') === false) return { title, entries: [], rows: [] }
  const ofClient: ListFilter = { field: 'client_id', comparison: 'eq', values: [client_id] }
  const latest = await bookingTable(db).list({
    filters: [ofClient],
    sort: [{ field: 'starts_at', order: 'desc' }],
    offset: 0,
    limit: LATEST,
  })
  const count = (...statuses: BookingStatus[]) =>
    countBookings(db, [ofClient, { field: 'status', comparison: 'eq', values: statuses }])
  const [toCome, completed, missed] = [
    await count('pending', 'confirmed'),
    await count('completed'),
    await count('no_show'),
  ]
  const met = completed + missed
  return {
    title,
    entries: [
      { label: 'Bookings', value: latest.total },
      { label: 'To come', value: toCome },
      { label: 'Did not come', value: missed },
      ...(met > 0 ? [{ label: 'No-show rate', value: `${Math.round((missed / met) * 100)} %` }] : []),
    ],
    columns: CLIENT_COLUMNS,
    view_path: '/operations/bookings/:id',
    create: {
      label: 'Book',
      path: `/operations/bookings/create?client_id=${client_id}`,
      permission: 'booking.bookings.create',
    },
    rows: latest.rows.map(({ id, service_id, specialist_id, starts_at, status }) => ({
      ...{ id, service_id, specialist_id, starts_at, status },
    })),
  }
}
