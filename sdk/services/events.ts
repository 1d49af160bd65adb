import type { Undo } from './undo.ts'

/** An event, as its subscribers receive it. */
export interface PlatformEvent<Payload = unknown> {
  /** The same for every delivery of the event, so that a handler can skip repetitions. */
  readonly id: string
  /** `<plugin>.<past tense>`, for example `booking.confirmed`. */
  readonly name: string
  readonly payload: Payload
  readonly emitted_at: string
}

/**
 * Events are rows: `emit` joins the current transaction, so a change that is rolled back emits no event. Delivery is at least once, to
 * every plugin that was subscribed when the event was emitted. Events for an inactive plugin wait for up to 30 days. Handlers must
 * tolerate repetition.
 *
 * A plugin receives one event at a time, in the order in which they were emitted. If a handler throws, or does not finish within 10 s
 * (`ATRIUM_HANDLER_SECONDS`), the event is delivered again later, up to ten times over about five hours; later events do not wait for
 * it. Long work belongs in a job. Events that different calls emit at the same time
 * arrive in any order.
 */
export interface Events {
  /** The name begins with the plugin's own id: `booking.confirmed`. @throws TypeError if the payload is not JSON */
  emit(name: string, payload?: unknown): Promise<void>
  /** Emits one event per payload, in order and in as few statements as possible. */
  emit_many(name: string, payloads: readonly unknown[]): Promise<void>
  /**
   * Handles events of this plugin or of another, which need not be installed. Several handlers of one name run one after the other; if
   * one of them throws, all of them run again. If a new version of the plugin no longer subscribes, waiting events are dropped.
   */
  on<Payload = unknown>(name: string, handler: (event: PlatformEvent<Payload>) => void | Promise<void>): Undo
}
