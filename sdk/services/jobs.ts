import type { Undo } from './undo.ts'

/** A job, as its handler gets it. */
export interface Job<Payload = unknown> {
  readonly id: string
  readonly name: string
  readonly payload: Payload
  /** Counts from 1. An attempt that a reload, a stop or the end of the host interrupted does not count. */
  readonly attempt: number
  /** Aborted when the job has to end. If the handler then throws, the job starts again later. */
  readonly signal: AbortSignal
}

export interface JobOptions {
  /** The earliest time to run; default now. */
  run_at?: Date
  /** At most one waiting job per name and key: adding another one does nothing. A running job does not count. */
  key?: string
  /** Attempts before the job counts as failed. Default 5, with growing pauses: about 5 s, 30 s, 3 min, 18 min, then an hour each. */
  attempts?: number
  /**
   * Waits until the change that adds the job can no longer be undone from its toast, and is dropped if that happens before; for mails and
   * other effects that cannot be undone. The change is the request in whose transaction the job is added, so not an event's handler. The
   * undo then adds no such jobs either, because nobody outside has learned of the change. Cannot be combined with `key`.
   */
  after_undo?: boolean
}

/**
 * Jobs are rows: `add` joins the current transaction, and the job runs after its commit, on one of the hosts, at least once. If a host
 * is killed, its jobs start again, so handlers must tolerate repetition. A job runs outside of any transaction, as the plugin itself;
 * after an hour its signal is aborted. A host runs four jobs of a plugin at a time, the longest overdue first. Payloads are JSON.
 */
export interface Jobs {
  /** @throws TypeError if the payload is not JSON, or contains a function or an instance of a class, which JSON would leave out */
  add(name: string, payload?: unknown, options?: JobOptions): Promise<void>
  /**
   * Each name has one handler. Jobs without a handler wait.
   * @param options.title what people call such a job on the screen Jobs, translated like other texts: `Booking reminder`. Default: the
   * words of its name
   * @param options.undone runs instead for a job that was dropped because its change was undone
   */
  handle<Payload = unknown>(
    name: string,
    handler: (job: Job<Payload>) => void | Promise<void>,
    options?: { readonly title?: string; readonly undone?: (job: Job<Payload>) => void | Promise<void> },
  ): Undo
}
