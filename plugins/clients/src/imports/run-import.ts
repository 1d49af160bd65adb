import { setImmediate as immediate } from 'node:timers/promises'
import type { PluginContext, WritableStore } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { RowsOutcome } from './import-rows.ts'
import { importRows } from './import-rows.ts'
import type { StoredImport } from './import.ts'
import { MOST_ERRORS, importTable } from './import.ts'
import type { CsvRow } from './read-csv.ts'
import { countRows, CsvBroken, readCsv } from './read-csv.ts'
import type { Mapping } from './read-mapping.ts'

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

/** Rows that are made at a time: others wait for that long at most where the database has one writer. */
const BATCH = 100

type Services = Pick<PluginContext, 'db' | 'files' | 'call_each'> & { readonly imports: WritableStore<StoredImport> }

/**
 * Brings a file in, by batches, once it was read through: one that cannot be read to its end makes no client. How far it is stands in
 * the transaction of each batch, so one that was interrupted goes on where it was and makes no client twice. A dry run does all the
 * same and takes each batch back.
 * @throws the signal's reason where it has to end before it is through
 */
export async function runImport(id: number, services: Services, signal: AbortSignal): Promise<void> {
  const { files, imports } = services
  const begun = await imports.get(id)
  if (begun.status === 'done' || begun.status === 'failed') return
  const rows = async () => readCsv(await files.open(begun.file_key), begun.separator)
  try {
    if (begun.rows_total === undefined) {
      await imports.update(id, { status: 'running' })
      await imports.update(id, { rows_total: await countRows(await rows(), signal) })
    }
    await importAll(await rows(), begun, { ...services, signal })
    await finish(begun, services, { status: 'done' })
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    await finish(begun, services, { status: 'failed', problem })
  }
}

/** Ends an import and deletes its file, which is full of what is nobody else's business. */
export async function finish(
  { id, file_key }: StoredImport,
  { db, files, imports }: Services,
  end: { status: 'done' | 'failed'; problem?: string },
): Promise<void> {
  await db.transaction(async () => {
    await imports.update(id, { ...end, finished_at: new Date().toISOString() })
    await files.delete(file_key)
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
    if (batch.length > 0) await importBatch(batch, { id: begun.id, columns, done: at - batch.length }, services)
    batch = []
    // One driver of SQLite works without ever letting go of the event loop.
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
    const work = () => importRows(batch, { columns, mapping: current.mapping as Mapping }, call_each)
    const outcome = current.dry_run ? await tried(db, work) : await work()
    await imports.update(id, progressed(current, batch.length, outcome))
  })
}

/** A host that was taken for dead may be at the same import: whoever is too late finds that it went on, and makes nothing. */
async function requireTurn(db: Services['db'], id: number, done: number): Promise<void> {
  const row: unknown = await db('clients_imports').where({ id, rows_done: done }).forUpdate().first('id')
  if (row === undefined) throw new Error(`The import [${id}] is run by somebody else.`)
}

/** Does it all, and takes it back. */
async function tried(db: Services['db'], work: () => Promise<RowsOutcome>): Promise<RowsOutcome> {
  let outcome: RowsOutcome | undefined
  const takeBack = new Error('This was a dry run.')
  await db
    .transaction(async () => {
      outcome = await work()
      throw takeBack
    })
    .catch((error: unknown) => {
      if (error !== takeBack) throw error
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

/** What no second try would mend. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof CsvBroken) return error.message
  return error instanceof ApiError && error.code === 'file_missing' ? 'The file is not there any more.' : undefined
}
