import { label_of, type PluginContext, type RecordSection } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { seenBookings } from '../bookings/booking-table.ts'
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

type SectionRow = Pick<Booking, 'id' | 'service_id' | 'specialist_id' | 'starts_at' | 'status'>

/** The section of a client's record with the latest bookings and the no-show rate. */
export async function clientSection(client_id: number, { db }: Pick<PluginContext, 'db'>): Promise<RecordSection> {
  const title = 'Bookings'
  const ofClient = () => seenBookings(db).where({ client_id })
  const latest = await ofClient()
    .orderBy([
      { column: 'starts_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(LATEST)
    .select<SectionRow[]>('id', 'service_id', 'specialist_id', 'starts_at', 'status')
  const count = async (statuses?: readonly BookingStatus[]) => {
    const rows = statuses === undefined ? ofClient() : ofClient().whereIn('status', [...statuses])
    const [counted] = await rows.count<{ total: number | string }[]>({ total: '*' })
    return Number(counted?.total)
  }
  const [total, toCome, completed, missed] = [
    await count(),
    await count(['pending', 'confirmed']),
    await count(['completed']),
    await count(['no_show']),
  ]
  const met = completed + missed
  return {
    title,
    entries: [
      { label: 'Bookings', value: total },
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
    ...(total > latest.length && { more: { label: 'Show all', path: `/operations/bookings?client_id=${client_id}` } }),
    rows: latest,
  }
}
