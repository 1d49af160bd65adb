import type { Action, BulkRequest, BulkResult } from '@atrium/sdk/documents'
import type { RecordId } from '../api/fill-path.ts'

/** What an action is about. */
export interface ActionTarget {
  /** The record, for actions on one. */
  id?: RecordId
  /** What to call it when asking and telling. */
  title?: string
  /** Which records, for actions on many. */
  body?: BulkRequest
}

/** An action and what it is about, on its way. */
export interface AskedAction {
  action: Action
  target: ActionTarget
}

/** Whether an answer is that of an action on many. */
export function isBulkResult(answer: unknown): answer is BulkResult {
  return typeof answer === 'object' && answer !== null && 'done' in answer && 'failed' in answer
}
