import { ApiError } from '@atrium/sdk'
import type { ResourceDefinition } from '@atrium/sdk/documents'
import type { PlatformParts } from './platform-parts.ts'

/** Which record an audit row is about. */
interface About {
  readonly resource?: string | undefined
  readonly record_id?: string | undefined
}

/** A record by its title, and its screen. Empty if it is gone, or if the caller may not see it. */
export interface NamedRecord {
  readonly record?: string
  readonly record_path?: string
}

/** More records are not named: an export would read whole lists. */
const MOST = 100

/** Finds the titles of the records of some audit rows, with the rights of the present caller: one reading of each list. */
export async function auditedRecords(
  rows: readonly About[],
  { registries, calls }: Pick<PlatformParts, 'registries' | 'calls'>,
): Promise<(row: About) => NamedRecord> {
  if (rows.length > MOST) return () => ({})
  const named = new Map<string, NamedRecord>()
  for (const list of registries.resources.list()) {
    const ids = rows.flatMap(({ resource, record_id }) => (resource === list.list_path && record_id ? [record_id] : []))
    for (const record of ids.length === 0 ? [] : await readRecords(list, { ids, calls }))
      named.set(`${list.list_path}/${record.id}`, nameOf(record, list))
  }
  return ({ resource, record_id }) => named.get(`${resource}/${record_id}`) ?? {}
}

interface FoundRecord {
  readonly id: string | number
  readonly [field: string]: unknown
}

/** Returns none for somebody who may not read the list. */
async function readRecords(
  { list_path }: ResourceDefinition,
  { ids, calls }: Pick<PlatformParts, 'calls'> & { ids: readonly string[] },
): Promise<readonly FoundRecord[]> {
  const query = { id: [...new Set(ids)], _limit: String(MOST) }
  try {
    return (await calls.call('GET', list_path, { query })) as readonly FoundRecord[]
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

function nameOf(record: FoundRecord, { record_title_attribute, view_path }: ResourceDefinition): NamedRecord {
  const title = record[record_title_attribute]
  const path = view_path?.replace(':id', encodeURIComponent(record.id))
  return {
    ...((typeof title === 'string' || typeof title === 'number') && title !== '' && { record: String(title) }),
    ...(path !== undefined && { record_path: path }),
  }
}
