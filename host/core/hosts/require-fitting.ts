import { gt } from 'semver'
import { type Database, DatabaseError } from '../../base/db/index.ts'
import { HOST_TABLE, isAlive, readHosts } from './host-table.ts'

/**
 * Refuses to join hosts of a newer version, before anything is changed: their data may be unknown to this version.
 * @throws DatabaseError `host_older`
 */
export async function requireNotOlder(database: Database, version: string): Promise<void> {
  if (database.dialect === 'sqlite' || !(await database.reader.schema.hasTable(HOST_TABLE))) return
  const newer = (await readHosts(database)).filter((host) => isAlive(host) && gt(host.version, version))
  if (newer.length === 0) return
  const named = newer.map((host) => `[${host.name}] with [${host.version}]`).join(', ')
  throw new DatabaseError(
    'host_older',
    `This host has Atrium [${version}], and newer ones run on its database: ${named}. Nothing was changed. Install their version here; ` +
      'or, to go back to this version on all hosts, stop them first.',
  )
}
