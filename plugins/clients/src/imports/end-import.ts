import type { PluginContext, WritableStore } from '@atrium/sdk'
import { isOver, type StoredImport } from './import.ts'

interface Services extends Pick<PluginContext, 'db' | 'files' | 'notifications'> {
  readonly imports: WritableStore<StoredImport>
}

/**
 * Ends an import, deletes its file, which contains personal data, and notifies the person who started it unless it was stopped. An import
 * that has already ended is unchanged.
 * @returns whether this call ended it
 */
export function endImport(
  id: number,
  { db, files, notifications, imports }: Services,
  end: { status: 'done' | 'failed' | 'cancelled'; problem?: string },
): Promise<boolean> {
  return db.transaction(async () => {
    await db('clients_imports').where({ id }).forUpdate().first('id')
    const current = await imports.get(id)
    if (isOver(current)) return false
    const outcome = outcomeOf({ ...current, ...end })
    await imports.update(id, { ...end, outcome, finished_at: new Date().toISOString() })
    await files.delete(current.file_key)
    await tellPerson({ ...current, ...end, outcome }, notifications)
    return true
  })
}

/** The key is the path of the import: whoever watches its end on screen finds the notification read. */
async function tellPerson(
  { id, name, account, status, outcome, rows_failed }: StoredImport,
  notifications: PluginContext['notifications'],
): Promise<void> {
  // Imports that started before accounts were stored have none.
  if (account === undefined || status === 'cancelled') return
  await notifications.send({
    to: { user: account },
    title: outcome ?? name,
    body: name,
    level: status === 'failed' ? 'error' : rows_failed > 0 ? 'warning' : 'success',
    link: `/operations/client-imports/${id}`,
    key: `/api/v1/clients/imports/${id}`,
  })
}

type Ended = Pick<StoredImport, 'status' | 'dry_run' | 'rows_created' | 'rows_failed' | 'problem'>

/** The outcome of an import: “4,988 clients imported, 12 lines failed”. */
function outcomeOf({ status, dry_run, rows_created, rows_failed, problem }: Ended): string {
  const clients = counted(rows_created, 'client', 'clients')
  const failed = rows_failed === 0 ? '' : `, ${counted(rows_failed, 'line', 'lines')} failed`
  const counts = dry_run ? `${clients} can be imported${failed}; nothing was saved` : `${clients} imported${failed}`
  if (status === 'cancelled') return `Import stopped: ${counts}`
  return status === 'failed' ? `Import failed: ${problem ?? counts}` : counts
}

const NUMBERS = new Intl.NumberFormat('en')

const counted = (count: number, one: string, many: string) => `${NUMBERS.format(count)} ${count === 1 ? one : many}`
