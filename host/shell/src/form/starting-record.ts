import type { FormDefinition } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/records.ts'
import type { LoadedRecord } from './use-record-form.ts'

/** The record that a form begins with. What an action asks for is no part of the record it is about. */
export function startingRecord({ operation }: FormDefinition, base: LoadedRecord | null): DataRecord | null {
  return operation === 'action' ? null : (base?.record ?? null)
}
