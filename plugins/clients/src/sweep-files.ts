import type { Knex, PluginContext } from '@atrium/sdk'
import type { Settings } from './settings.ts'

/** Milliseconds after the start, when the host is busy with more urgent work. */
const SOON = 5_000
const HOUR = 60 * 60_000

/** Deletes files that no document and no import refers to. A host that is killed during an upload leaves such files. */
export function sweepFiles({ db, files, every, after, log }: PluginContext<Settings>): void {
  const sweep = async () => {
    const count = await files.sweep((keys) => keysInUse(db, keys))
    if (count > 0) log.info('files that belong to no document and no import were deleted', { count })
  }
  after(SOON, sweep)
  every(HOUR, sweep)
}

/** An import that has ended no longer needs its file. */
async function keysInUse(db: Knex, keys: readonly string[]): Promise<readonly string[]> {
  const documents = await db('clients_documents').whereIn('file_key', keys).pluck<string[]>('file_key')
  const imports = await db('clients_imports')
    .whereIn('file_key', keys)
    .whereNotIn('status', ['done', 'failed'])
    .pluck<string[]>('file_key')
  return [...documents, ...imports]
}
