import type { Action } from '@atrium/sdk/documents'
import type { RecordId } from '../api/fill-path.ts'

/** What an action is about. */
export interface ActionTarget {
  /** The record, for actions on one. */
  id?: RecordId
  /** What to call it when asking and telling. */
  title?: string
  /** Which records, for actions on many. */
  body?: { ids: RecordId[] } | { filter: string }
}

/** An action and what it is about, on its way. */
export interface AskedAction {
  action: Action
  target: ActionTarget
}

/** What the host answers to an action on many: the records it did, and those it did not do and why. */
export interface BulkOutcome {
  done: RecordId[]
  failed: { id: RecordId; error: { code: string; detail: string } }[]
}

/** Whether an answer is that of an action on many. */
export function isBulkOutcome(answer: unknown): answer is BulkOutcome {
  return typeof answer === 'object' && answer !== null && 'done' in answer && 'failed' in answer
}
