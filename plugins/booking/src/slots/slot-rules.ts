import type { Service } from '../catalog/catalog-records.ts'
import { MINUTE, overlaps, type Span } from '../time/span.ts'

/** The slot settings of a service, in milliseconds. */
export interface SlotRules {
  readonly service_id: number
  readonly duration: number
  readonly step: number
  readonly before: number
  readonly after: number
  readonly capacity: number
}

export const slotRules = (
  service: Pick<Service, 'id' | 'duration' | 'buffer_before' | 'buffer_after' | 'capacity'> & {
    readonly step?: number | null
  },
): SlotRules => ({
  service_id: service.id,
  duration: service.duration * MINUTE,
  step: (service.step ?? service.duration) * MINUTE,
  before: service.buffer_before * MINUTE,
  after: service.buffer_after * MINUTE,
  capacity: service.capacity,
})

/** The time that a booking keeps the specialist busy, buffers included. */
export const withBuffers = ({ from, until }: Span, { before, after }: Pick<SlotRules, 'before' | 'after'>): Span => ({
  from: from - before,
  until: until + after,
})

/** The busy time of a booking, buffers included. */
export interface BusyTime extends Span {
  /** Bookings with the same slot share it up to the capacity of the service; all others exclude each other. */
  readonly slot: string
}

/** The key shared by all bookings of a slot. */
export const slotKey = (service_id: number, { from, until }: Span) => `${service_id}/${from}/${until}`

/** The number of bookings a slot still takes; 0 if a different slot of the specialist overlaps it. */
export function freeSeats(busy: readonly BusyTime[], { slot, taken, capacity }: FreeSeatsOptions): number {
  const meeting = busy.filter((each) => overlaps(each, taken))
  return meeting.every((each) => each.slot === slot) ? Math.max(capacity - meeting.length, 0) : 0
}

interface FreeSeatsOptions {
  readonly slot: string
  /** The slot with its buffers. */
  readonly taken: Span
  readonly capacity: number
}
