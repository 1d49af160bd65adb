import type { OperationRequest, Outcome } from './request.ts'

/** Records how to undo each change. */
export interface UndoNotes {
  /** A request begins, perhaps within the present one. */
  begin(request: OperationRequest): void
  /** A request has changed something in the present transaction. Returns its outcome, with the address for undoing it. */
  noted(request: OperationRequest, outcome: Outcome): Promise<Outcome>
  /** The changes of a record that the caller can undo now, by the id of the request behind each. */
  openOf(record: ChangedRecord): Promise<ReadonlyMap<string, OpenUndo>>
}

/** A change that can be undone. */
export interface OpenUndo {
  readonly address: string
  /** How many records it changed; all of them are undone. */
  readonly steps: number
}

/** The version of a record that a caller has just read. */
export interface ChangedRecord {
  readonly caller_id: string
  readonly resource: string
  readonly record_id: string
  /** Only the version, without its suffix. */
  readonly etag: string
}
