import { overlaps, type Span } from './span.ts'

/** A booking, as far as it keeps others out. The span has its buffers. */
export interface BusyTime extends Span {
  /** Bookings of the same slot share it, up to the capacity of the service; all others exclude each other. */
  readonly slot: string
}

/** What makes two bookings of a specialist bookings of one slot. */
export const slotKey = (service_id: number, { from, until }: Span) => `${service_id}/${from}/${until}`

/** How many more bookings a slot takes: none where another slot of the specialist overlaps with it. */
export function freeSeats(busy: readonly BusyTime[], { slot, taken, capacity }: FreeSeatsOptions): number {
  const meeting = busy.filter((each) => overlaps(each, taken))
  return meeting.every((each) => each.slot === slot) ? Math.max(capacity - meeting.length, 0) : 0
}

export interface FreeSeatsOptions {
  readonly slot: string
  /** The slot with its buffers. */
  readonly taken: Span
  readonly capacity: number
}
