import { type PluginContext, present_caller } from '@atrium/sdk'
import { bookingTable } from './booking-table.ts'
import type { Booking, BookingStatus } from './booking.ts'

/** What a client's record shows of booking. */
export interface ClientSection {
  readonly title: string
  readonly entries: readonly { readonly label: string; readonly value: string | number }[]
  /** The latest first. */
  readonly rows: readonly Pick<Booking, 'id' | 'service_id' | 'specialist_id' | 'starts_at' | 'status'>[]
}

const LATEST = 20

/** The bookings of a client, and how often it did not come. Who may not see bookings is not shown any. */
export async function clientSection(client_id: number, { db }: Pick<PluginContext, 'db'>): Promise<ClientSection> {
  const title = 'Bookings'
  if (present_caller()?.can('booking.bookings.view') === false) return { title, entries: [], rows: [] }
  const latest = await bookingTable(db).list({
    filters: [{ field: 'client_id', comparison: 'eq', values: [client_id] }],
    sort: [{ field: 'starts_at', order: 'desc' }],
    offset: 0,
    limit: LATEST,
  })
  const counted = await countByStatus(db, client_id)
  const of = (status: BookingStatus) => counted.get(status) ?? 0
  const came = of('completed') + of('no_show')
  return {
    title,
    entries: [
      { label: 'Bookings', value: latest.total },
      { label: 'To come', value: of('pending') + of('confirmed') },
      { label: 'Did not come', value: of('no_show') },
      ...(came > 0 ? [{ label: 'No-show rate', value: `${Math.round((of('no_show') / came) * 100)} %` }] : []),
    ],
    rows: latest.rows.map(({ id, service_id, specialist_id, starts_at, status }) => ({
      ...{ id, service_id, specialist_id, starts_at, status },
    })),
  }
}

async function countByStatus(db: PluginContext['db'], client_id: number): Promise<Map<BookingStatus, number>> {
  const rows = (await db('booking_bookings')
    .where({ client_id })
    .groupBy('status')
    .select('status')
    .count({ count: '*' })) as { status: BookingStatus; count: number | string }[]
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
}
