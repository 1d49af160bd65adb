import { label_of, type ListFilter, type PluginContext, type RecordSection } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { bookingTable, countBookings } from '../bookings/booking-table.ts'
import { Booking } from '../bookings/booking.ts'
import { API_BASE, SERVICES, SPECIALISTS, STATUS_COLORS } from './declare.ts'

const LATEST = 20

const shared = { sortable: false } as const

const relation = (list_path: string) =>
  ({ kind: 'relation', relation: { list_path, title_attribute: 'name' } }) as const

/** The columns of the bookings in a client's record. */
const CLIENT_COLUMNS: NonNullable<RecordSection['columns']> = [
  { ...shared, kind: 'datetime', name: 'starts_at', label: 'Starts at' },
  {
    ...shared,
    kind: 'badge',
    name: 'status',
    label: 'Status',
    options: Booking.properties.status.enum.map((value) => ({ value, label: label_of(value) })),
    colors: STATUS_COLORS,
  },
  { ...shared, ...relation(`${API_BASE}${SERVICES}`), name: 'service_id', label: 'Service' },
  { ...shared, ...relation(`${API_BASE}${SPECIALISTS}`), name: 'specialist_id', label: 'Specialist' },
]

/** The section of a client's record with the latest bookings and the no-show rate. */
export async function clientSection(client_id: number, { db }: Pick<PluginContext, 'db'>): Promise<RecordSection> {
  const title = 'Bookings'
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
      { label: 'Upcoming', value: toCome },
      { label: 'No-shows', value: missed },
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
