import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { importTable } from './import-table.ts'
import { finish, runImport } from './run-import.ts'

/** A try that fails after so many is the last. */
const LAST_TRY = 5

/** Runs imports as jobs. One that fails again and again is failed for good, and says so. */
export function handleImports({ db, files, call_each, jobs, log }: PluginContext<Settings>): void {
  const imports = importTable(db)
  jobs.handle<{ id: number }>('import', async ({ payload: { id }, attempt, signal }) => {
    try {
      await runImport(id, { db, files, call_each, imports }, signal)
    } catch (error) {
      if (attempt < LAST_TRY || signal.aborted) throw error
      log.error('an import failed for good', { import_id: id, err: error })
      const problem = 'It was tried several times and failed. The rows that are counted as created are there.'
      await finish(await imports.get(id), { db, files, call_each, imports }, { status: 'failed', problem })
    }
  })
}
