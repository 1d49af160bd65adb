import type { Service } from '../catalog/service.ts'
import { MINUTE, type Span } from './span.ts'

/** What of a service matters for its slots, in milliseconds. */
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

/** The time that a specialist is taken, buffers included. */
export const withBuffers = ({ from, until }: Span, { before, after }: Pick<SlotRules, 'before' | 'after'>): Span => ({
  from: from - before,
  until: until + after,
})
