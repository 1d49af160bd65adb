import type { DiagnosticPlace } from '@atrium/sdk/documents'

/** Where a finding is, as editors and terminals take it: `src/index.ts:12:5`; null where nothing is said. */
export function placeText(where: DiagnosticPlace | undefined): string | null {
  if (where === undefined) return null
  const { file, line, column, pointer, document } = where
  const inFile = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')
  const parts = [inFile, document, pointer].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}
