import type { Undo } from './undo.ts'

/** A job in the hands of its handler. */
export interface Job<Payload = unknown> {
  readonly id: string
  readonly name: string
  readonly payload: Payload
  /** 1 at the first try. One that was interrupted, by a reload or a stop of the host, does not count. */
  readonly attempt: number
  /** Aborted when the job has to end: it is given back and begun anew later, if it ends by throwing. */
  readonly signal: AbortSignal
}

export interface JobOptions {
  /** Not before; default now. */
  run_at?: Date
  /** Only one waiting job per name and key: adding another while it waits changes nothing. One that runs does not count. */
  key?: string
  /** Tries before the job counts as failed. Default 5, with growing pauses: about 5 s, 30 s, 3 min, 18 min, then an hour each. */
  attempts?: number
}

/**
 * Jobs are rows: `add` joins the present transaction; a job runs after its commit, on one of the hosts, at least once. If a host is
 * killed, what it was running is begun anew, so handlers tolerate repetition. A job runs outside of any transaction, on the plugin's
 * own account; after an hour it is told to end. Of one plugin a host runs four at a time, those that are due longest first. Payloads are
 * JSON.
 */
export interface Jobs {
  /** Throws where the payload cannot be written as JSON. */
  add(name: string, payload?: unknown, options?: JobOptions): Promise<void>
  /** One handler to a name. Jobs without one wait. */
  handle<Payload = unknown>(name: string, handler: (job: Job<Payload>) => void | Promise<void>): Undo
}
