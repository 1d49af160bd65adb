import { describeClients } from './describe-clients.ts'
import { describeDocuments } from './describe-documents.ts'
import { describeDuplicates } from './describe-duplicates.ts'
import { describeImports } from './describe-imports.ts'
import { describeRecord } from './describe-record.ts'
import { describeSeed } from './describe-seed.ts'
import { describeSummary } from './describe-summary.ts'
import { describeUndo } from './describe-undo.ts'
import type { OpenPractice } from './practice.ts'

/** Everything that must work the same on every database. */
export function describePractice(open: OpenPractice): void {
  describeClients(open)
  describeUndo(open)
  describeDuplicates(open)
  describeDocuments(open)
  describeRecord(open)
  describeSummary(open)
  describeImports(open)
  describeSeed(open)
}
