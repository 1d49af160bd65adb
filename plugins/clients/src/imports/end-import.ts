import type { PluginContext, WritableStore } from '@atrium/sdk'
import { isOver, type StoredImport } from './import.ts'
import { outcomeOf } from './outcome.ts'

interface Services extends Pick<PluginContext, 'db' | 'files'> {
  readonly imports: WritableStore<StoredImport>
}

/**
 * Ends an import and deletes its file, which contains personal data. An import that has ended stays as it is.
 * @returns whether this call ended it
 */
export function endImport(
  id: number,
  { db, files, imports }: Services,
  end: { status: 'done' | 'failed' | 'cancelled'; problem?: string },
): Promise<boolean> {
  return db.transaction(async () => {
    await db('clients_imports').where({ id }).forUpdate().first('id')
    const current = await imports.get(id)
    if (isOver(current)) return false
    const outcome = outcomeOf({ ...current, ...end })
    await imports.update(id, { ...end, outcome, finished_at: new Date().toISOString() })
    await files.delete(current.file_key)
    return true
  })
}
