import { setImmediate as immediate } from 'node:timers/promises'
import { ApiError, type Job, type PluginContext, type WritableStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { importRows, type RowsOutcome } from './import-rows.ts'
import { endImport } from './end-import.ts'
import { importTable, isOver, MOST_ERRORS, type StoredImport } from './import.ts'
import { ImportDenied, requireStillMayImport } from './may-import.ts'
import { CsvBroken, type CsvRow, countRows, readCsv } from './read-csv.ts'
import type { Mapping } from './read-mapping.ts'

/** The import fails when this attempt fails. */
const LAST_ATTEMPT = 5

/** Rows per transaction. On a database with a single writer, other writes wait for one batch at most. */
const BATCH = 100

type Services = Pick<PluginContext, 'db' | 'files' | 'notifications' | 'call_each' | 'act_for'> & {
  readonly imports: WritableStore<StoredImport>
}

/** Runs imports as jobs. */
export function handleImports({ jobs, log, ...context }: PluginContext<Settings>): void {
  const { db, files, notifications, call_each, act_for } = context
  const services = { db, files, notifications, call_each, act_for, imports: importTable(db) }
  const run = async ({ payload: { id }, attempt, signal }: Job<{ id: number }>) => {
    try {
      await runImport(id, services, signal)
    } catch (error) {
      if (attempt < LAST_ATTEMPT || signal.aborted) throw error
      log.error('an import failed for the last time', { import_id: id, err: error })
      const problem = 'The import failed several times and was stopped. The clients created so far were kept.'
      await endImport(id, services, { status: 'failed', problem })
    }
  }
  jobs.handle('import', run, { title: 'Client import' })
}

/**
 * Imports a file in batches. First the whole file is read, so that a broken one creates no client. Each batch and its progress are one
 * transaction: an interrupted import continues where it stopped and creates no client twice. A dry run rolls back each batch. An import
 * that is cancelled stops before its next batch, and so does one whose person may no longer import.
 * @throws the reason of the signal if it is aborted
 */
async function runImport(id: number, services: Services, signal: AbortSignal): Promise<void> {
  const { files, imports } = services
  const begun = await imports.get(id)
  if (isOver(begun)) return
  const rows = async () => readCsv(await files.open(begun.file_key), begun.separator)
  try {
    if (begun.rows_total === undefined) {
      await progress(id, services, { status: 'running' })
      await progress(id, services, { rows_total: await countRows(await rows(), signal) })
    }
    await importAll(await rows(), begun, { ...services, signal })
    await endImport(id, services, { status: 'done' })
  } catch (error) {
    if (isOver(await imports.get(id))) return
    const problem = problemOf(error)
    if (problem === undefined) throw error
    await endImport(id, services, { status: 'failed', problem })
  }
}

/** Stores the progress of an import, unless it has been cancelled. */
async function progress(id: number, { db, imports }: Services, change: Partial<StoredImport>): Promise<void> {
  await db.transaction(async () => {
    await db('clients_imports').where({ id }).forUpdate().first('id')
    if (isOver(await imports.get(id))) throw new Error(`The import [${id}] was cancelled.`)
    await imports.update(id, change)
  })
}

async function importAll(
  rows: AsyncGenerator<CsvRow>,
  begun: StoredImport,
  services: Services & { readonly signal: AbortSignal },
): Promise<void> {
  const header = await rows.next()
  if (header.done === true) return
  const columns = header.value.cells.map((column) => column.trim())
  let at = 0
  let batch: CsvRow[] = []
  const flush = async () => {
    services.signal.throwIfAborted()
    if (batch.length > 0) await requireStillMayImport(begun, services)
    if (batch.length > 0) await importBatch(batch, { id: begun.id, columns, done: at - batch.length }, services)
    batch = []
    // The prebuilt SQLite driver is synchronous and would otherwise block the event loop for the whole import.
    await immediate()
  }
  for await (const row of rows) {
    at += 1
    if (at > begun.rows_done) batch.push(row)
    if (batch.length === BATCH) await flush()
  }
  await flush()
}

interface Place {
  readonly id: number
  readonly columns: readonly string[]
  readonly done: number
}

async function importBatch(batch: readonly CsvRow[], { id, columns, done }: Place, services: Services): Promise<void> {
  const { db, call_each, imports } = services
  await db.transaction(async () => {
    await requireTurn(db, id, done)
    const current = await imports.get(id)
    if (isOver(current)) throw new Error(`The import [${id}] was cancelled.`)
    const work = () => importRows(batch, { columns, mapping: current.mapping as Mapping }, call_each)
    const outcome = current.dry_run ? await rolledBack(db, work) : await work()
    await imports.update(id, progressed(current, batch.length, outcome))
  })
}

/** Two hosts may run the same import if one was considered dead. The later one sees that the progress has changed and stops. */
async function requireTurn(db: Services['db'], id: number, done: number): Promise<void> {
  const row: unknown = await db('clients_imports').where({ id, rows_done: done }).forUpdate().first('id')
  if (row === undefined) throw new Error(`Another host is running the import [${id}].`)
}

/** Does the work in a transaction and rolls it back. */
async function rolledBack(db: Services['db'], work: () => Promise<RowsOutcome>): Promise<RowsOutcome> {
  let outcome: RowsOutcome | undefined
  const rollback = new Error('This was a dry run.')
  await db
    .transaction(async () => {
      outcome = await work()
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return outcome as unknown as RowsOutcome
}

function progressed(
  current: StoredImport,
  rows: number,
  { created, failed, errors }: RowsOutcome,
): Partial<StoredImport> {
  return {
    rows_done: current.rows_done + rows,
    rows_created: current.rows_created + created,
    rows_failed: current.rows_failed + failed,
    errors: [...current.errors, ...errors].slice(0, MOST_ERRORS),
  }
}

/** The problem to show if another attempt cannot help; otherwise undefined. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof CsvBroken || error instanceof ImportDenied) return error.message
  const isGone = error instanceof ApiError && error.code === 'file_missing'
  return isGone ? 'The file is no longer available. Start a new import.' : undefined
}
