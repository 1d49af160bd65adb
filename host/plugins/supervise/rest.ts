import type { Diagnostic } from '@atrium/sdk/documents'

/** Where a plugin stands that nobody loads, and why. */
export interface Rest {
  readonly state: 'inactive' | 'activating' | 'blocked' | 'missing'
  readonly diagnostics: readonly Diagnostic[]
}

/** Nobody wants it. */
export const INACTIVE: Rest = { state: 'inactive', diagnostics: [] }

/** It shall be active and was not looked for: who asks for it is told to ask again, not that it is not there. */
export const EXPECTED: Rest = { state: 'activating', diagnostics: [] }
