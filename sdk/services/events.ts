import type { Undo } from './undo.ts'

/** Something that happened, as its subscribers receive it. */
export interface PlatformEvent<Payload = unknown> {
  /** Stable across repetitions: a handler that has seen it may skip it. */
  readonly id: string
  /** `<plugin>.<past tense>`, for example `booking.confirmed`. */
  readonly name: string
  readonly payload: Payload
  readonly emitted_at: string
}

/**
 * Events are rows: `emit` joins the present transaction, so an event of a change that was rolled back was never emitted.
 * Delivery is at least once; handlers tolerate repetition.
 */
export interface Events {
  emit(name: string, payload: unknown): Promise<void>
  on<Payload = unknown>(name: string, handler: (event: PlatformEvent<Payload>) => void | Promise<void>): Undo
}
