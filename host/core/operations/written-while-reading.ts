import { ApiError } from '@atrium/sdk'
import { classifyDatabaseError } from '../../base/db/index.ts'
import type { Operation } from '../registries/index.ts'

/**
 * What a GET handler threw that changes something: on SQLite it has connections that only read, and "read only" would send an
 * operator to look for what is the author's to mend. Anything else stays as it is.
 */
export function writtenWhileReading(error: unknown, { name }: Operation): unknown {
  if (classifyDatabaseError(error)?.kind !== 'read_only') return error
  const detail = `[${name}] only reads, but its handler wants to change the database. Nothing was changed.`
  return new ApiError('written_while_reading', { detail, cause: error })
}
