import type { BulkChange } from '@atrium/sdk/host'
import type { KeyRing } from '../../base/secrets/index.ts'
import { ACTION_TABLE, type BulkRow } from './bulk-table.ts'

type Given = Pick<BulkChange, 'body' | 'changes' | 'seen' | 'add' | 'remove'>

/** The changes in a bulk request as they are stored until its action has ended; null if it has none. */
export function sealGiven(body: unknown, keys: KeyRing, requestId: string): string | null {
  const { body: repeatedBody, changes, seen, add, remove } = (body ?? {}) as Given
  const given = [repeatedBody, changes, add, remove].some((each) => each !== undefined)
  const kept: Given = { body: repeatedBody, changes, seen, add, remove }
  return given ? keys.seal(JSON.stringify(kept), placeOf(requestId)) : null
}

/** The stored changes, as a part of the body. @throws SecretError if the host lacks the key */
export const openGiven = ({ given, request_id }: Pick<BulkRow, 'given' | 'request_id'>, keys: KeyRing) =>
  given === null ? undefined : (JSON.parse(keys.open(given, placeOf(request_id))) as Given)

const placeOf = (requestId: string) => ({ plugin: 'platform', place: `${ACTION_TABLE}/${requestId}/given` })
