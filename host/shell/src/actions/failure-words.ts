import type { BulkFailure } from '@atrium/sdk/documents'

/** Why a record was not changed, in the words of people. */
export const reasonOf = ({ code, detail }: BulkFailure['error']): string => REASONS[code] ?? detail

/** What errors of the host mean for people who do not know its words. */
const REASONS: Readonly<Record<string, string>> = {
  version_mismatch: 'Somebody else has changed it since you saw it.',
  record_not_found: 'It has been deleted, or you may no longer see it.',
}
