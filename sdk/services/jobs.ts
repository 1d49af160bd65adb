import type { Undo } from './undo.ts'

/** A job in the hands of its handler. */
export interface Job<Payload = unknown> {
  readonly id: string
  readonly name: string
  readonly payload: Payload
  /** 1 at the first try. */
  readonly attempt: number
  readonly signal: AbortSignal
}

export interface JobOptions {
  /** Not before; default now. */
  run_at?: Date
  /** Only one waiting job per key: adding another while it waits changes nothing. */
  key?: string
  /** Tries before the job counts as failed. Default 5, with growing pauses. */
  attempts?: number
}

/** Jobs are rows: `add` joins the present transaction; a job runs after its commit, on one of the hosts. */
export interface Jobs {
  add(name: string, payload: unknown, options?: JobOptions): Promise<void>
  handle<Payload = unknown>(name: string, handler: (job: Job<Payload>) => Promise<void>): Undo
}
