import { label_of, type RecordSection } from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import { API_BASE, SERVICES, SPECIALISTS, STATUS_COLORS } from './declare.ts'

const shared = { sortable: false } as const
const relation = (list_path: string) =>
  ({ kind: 'relation', relation: { list_path, title_attribute: 'name' } }) as const

/** How a client's bookings stand in the client's record: when, what became of it, what, and with whom. */
export const CLIENT_COLUMNS: NonNullable<RecordSection['columns']> = [
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
