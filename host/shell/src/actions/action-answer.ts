import type { Action, BulkFailure, BulkResult } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { quoted, tn } from '../language/t.ts'
import { doneWords } from './done-words.ts'
import type { FollowedJob } from './followed-jobs.ts'

/** Opens the address in the answer, if the action says so. Only web addresses leave the shell. */
export function leaves({ opens }: Action, answer: unknown): boolean {
  const address = opens === undefined ? undefined : (answer as Readonly<Record<string, unknown>> | null)?.[opens]
  if (typeof address !== 'string' || !/^https?:\/\//.test(address)) return false
  window.location.assign(address)
  return true
}

/** The job that an action has started. */
export function startedJob({ job }: Action, answer: unknown): FollowedJob | undefined {
  const { id } = (answer ?? {}) as Partial<DataRecord>
  return job === undefined || id === undefined ? undefined : { id, job }
}

/** The result of an action on many records. */
export interface BulkOutcome {
  done: number
  failed: number
  /** The failed records; of very many, only the first. */
  failures: readonly BulkFailure[]
}

/** What the answer to an action on many records says. */
export const outcomeOf = ({ done, failed }: BulkResult): BulkOutcome => ({
  done: done.length,
  failed: failed.length,
  failures: failed,
})

/** Whether an action on many records has answered this. */
export function isBulkResult(answer: unknown): answer is BulkResult {
  return typeof answer === 'object' && answer !== null && 'failed' in answer && Array.isArray(answer.failed)
}

/** Says what was done, with the record or the number of records. */
export function doneMessage(action: Action, name: string, answer: unknown): string {
  const words = doneWords(action)
  if (isBulkResult(answer)) return `${words}: ${countOf(answer.done.length)}`
  return name === '' ? words : `${words}: ${quoted(name)}`
}

/** `1 record`, `2,400 records`. */
export const countOf = (records: number): string => tn('{count} record', '{count} records', records)
