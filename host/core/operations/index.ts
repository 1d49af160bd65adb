/** Operations: declaring, admitting, running and describing them. Every door uses this room to call them. */
export { type AfterUndo, afterUndoOf, gatherIn, presentAfterUndo } from './after-undo.ts'
export { AUDIT_TABLE, type AuditRow, changesIn, noteOwnChange, sweepAudit } from './audit.ts'
export { filteredList } from './bulk-records.ts'
export { type BackgroundBulk, type Given, givenFor, repeatedOperation, repeatFor } from './bulk.ts'
export { CallerTurns } from './caller-turns.ts'
export { createCompiler } from './compile-schema.ts'
export { createCalls } from './create-calls.ts'
export { asksForCsv } from './csv.ts'
export { type WithholdingFor, declareOperation, operationName, recordsOf, withholdingOf } from './declare-operation.ts'
export { type ErrorBudget } from './error-budget.ts'
export { held } from './held.ts'
export { actionOf, HistoryEntry, RestoreResult, ShownChange, shownChanges } from './history.ts'
export { importKeys } from './import-keys.ts'
export { sweepIdempotency } from './kept-answer.ts'
export { createCall } from './inner-call.ts'
export { createPerform } from './perform.ts'
export { operationMigrations } from './migrations.ts'
export { withCurrent } from './outcome.ts'
export { watchOutgoingRequests } from './outgoing-requests.ts'
export { createPreview, type PreviewAs } from './preview.ts'
export { reportBrokenConditions } from './report-broken-condition.ts'
export { LONG_ANSWER, reportFailure, reportLongAnswer } from './report-failure.ts'
export { notJson } from './answer-size.ts'
export { HEAVY, TOO_HEAVY, weightOf } from './answer-weight.ts'
export {
  AdmittedRequest,
  type CallOrigin,
  type OperationRequest,
  type Outcome,
  type Perform,
  type RequestParts,
  innerRequest,
  isPreview,
  onlyPreview,
  ORIGINS,
  presentPlugin,
  presentLease,
  presentOwner,
  presentRequest,
  permissionDenied,
  requiresUndo,
  undoImpossible,
  requirePermission,
} from './request.ts'
export { type Validators, closedSchema, createValidators } from './validators.ts'
export { DEEPEST, isTooDeep, unknownField, unstorableText, violationsOf } from './violations.ts'
export { filledPath, lastParameter } from './filled-path.ts'
export { presentStatements, reportUnawaited } from './unawaited-statements.ts'
export type { ChangedRecord, OpenUndo, UndoNotes } from './undoable.ts'
