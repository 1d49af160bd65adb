/** What a row asks for: work that a plugin gave itself, or an event on its way to one subscriber. */
export type JobKind = 'job' | 'event'

/** `done` and `failed` are final; a job that failed and has tries left is `waiting` again. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed'

/** A row of `platform_jobs`; times as ISO 8601 text. */
export interface JobRow {
  readonly id: number
  /** Whose handler runs it: for an event the subscriber. */
  readonly plugin: string
  readonly kind: JobKind
  readonly name: string
  /** JSON; of an event all of it, with id and time. */
  readonly payload: string
  readonly key: string | null
  readonly state: JobState
  readonly run_at: string
  /** How often it was begun; tries that were interrupted by a reload or a stop do not count. */
  readonly attempt: number
  /** How often it may be begun. */
  readonly attempts: number
  /** The host that runs it, while it does. */
  readonly claimed_by: string | null
  /** Until when others leave it to that host. */
  readonly leased_until: string | null
  /** Of the last try that failed. */
  readonly error: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}
