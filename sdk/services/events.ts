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
 * Delivery is at least once, to every plugin that subscribed when the event was emitted; for one that is not active just now the
 * event waits, 30 days at most. Handlers tolerate repetition.
 *
 * A plugin is handed one event at a time, in the order in which they were emitted. One whose handler throws is tried again after a
 * while, ten times in all over about five hours; the events after it do not wait for that. Two that were emitted at the same time
 * by different calls come in either order.
 */
export interface Events {
  /** The name begins with the plugin's own id: `booking.confirmed`. Throws where the payload cannot be written as JSON. */
  emit(name: string, payload?: unknown): Promise<void>
  /** The same for each of many payloads, in their order and by as few statements as possible. */
  emit_many(name: string, payloads: readonly unknown[]): Promise<void>
  /**
   * Handles the events of a plugin, this one or another, that need not be there. Several handlers of one name run one after the
   * other, and again together if one of them throws. What a new version of a plugin does not subscribe to any more is over, and
   * what was waiting is dropped.
   */
  on<Payload = unknown>(name: string, handler: (event: PlatformEvent<Payload>) => void | Promise<void>): Undo
}
