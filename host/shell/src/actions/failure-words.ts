import type { BulkFailure } from '@atrium/sdk/documents'
import { msg, t, type Message } from '../language/t.ts'
import { translated } from '../language/translated.ts'

/** Why a record was not changed, in the words of people. */
export const reasonOf = ({ code, detail }: BulkFailure['error']): string =>
  REASONS[code] ? t(REASONS[code]) : translated(detail)

/** What errors of the host mean for people who do not know its words. */
const REASONS: Readonly<Record<string, Message>> = {
  version_mismatch: msg('Somebody else has changed it since you saw it.'),
  record_not_found: msg('It has been deleted, or you may no longer see it.'),
}
