import {
  answer,
  ApiError,
  array_store,
  created,
  invalid_values,
  type Knex,
  parse_list_query,
  type PluginContext,
  type Routes,
  scoped_rows,
  Type,
  type WritableStore,
} from '@atrium/sdk'
import { endImport } from '../imports/end-import.ts'
import { requireMayImport } from '../imports/may-import.ts'
import {
  Import,
  importList,
  importTable,
  ImportUpload,
  NumberedError,
  shownImport,
  type StoredImport,
} from '../imports/import.ts'
import { readHeader } from '../imports/read-header.ts'
import { readMapping } from '../imports/read-mapping.ts'
import { type Upload, withUpload } from '../receive-upload.ts'
import type { Settings } from '../settings.ts'

const MEGABYTE = 1_000_000

/** Starts imports of CSV files, reports their progress, and stops them. A job does the work. */
export function importRoutes(routes: Routes, context: PluginContext<Settings>): void {
  const { db, files, jobs, settings, account_of } = context
  const imports = importTable(db)
  progressRoutes(routes, context, imports)
  routes.records('/imports/{id}', importList(imports)).post(
    '/imports',
    {
      raw: true,
      once: true,
      transaction: false,
      multipart: ImportUpload,
      summary: 'Import clients from a CSV file',
      description: 'Returns at once. A job creates the clients; read the import to see its progress.',
      response: Import,
    },
    ({ once, caller }, koa) => {
      requireMayImport(caller)
      const limit = settings.import_limit_mb * MEGABYTE
      return withUpload(koa.req, { once, files, limit, takes: ImportUpload }, async (upload) => {
        const begun = shownImport(await beginImport(upload, account_of(caller), { db, jobs, imports }))
        return answer(created(begun), { headers: { location: `/api/v1/clients/imports/${begun.id}` } })
      })
    },
  )
}

/** The list of the lines that failed. */
const ERRORS = { schema: NumberedError, rules: { sort: ['line'] } } as const

/** The failures, line by line, and stopping an import before its last line. */
function progressRoutes(
  routes: Routes,
  { db, files, notifications }: PluginContext<Settings>,
  imports: WritableStore<StoredImport>,
): void {
  routes
    .get(
      '/imports/{id}/errors',
      {
        permission: 'clients.imports.view',
        summary: 'List the lines of an import that failed',
        description: 'With the column and the reason. Also as CSV. 403 if your roles hide the errors of imports.',
        list: ERRORS,
        response: Type.Array(NumberedError),
      },
      async ({ params, query }) => {
        const { id, errors } = await imports.get(params.id)
        await requireErrorsSeen(db, id)
        const rows = errors.map((error, at) => ({ id: at + 1, ...error }))
        return array_store(rows, NumberedError, ERRORS.rules).list(parse_list_query(query, ERRORS.schema, ERRORS.rules))
      },
    )
    .post(
      '/imports/{id}/cancel',
      {
        permission: 'clients.imports.create',
        summary: 'Stop an import',
        description: 'Clients that were created so far are kept.',
        response: Import,
      },
      async ({ params }) => {
        const { id } = await imports.get(params.id)
        if (await endImport(id, { db, files, notifications, imports }, { status: 'cancelled' }))
          return shownImport(await imports.get(id))
        throw new ApiError('conflict', { detail: `The import [${id}] has already ended.` })
      },
    )
}

/**
 * Refuses callers whose roles hide the errors, because no field of this list has that name, so the roles would not hide its lines. @throws
 * ApiError 403
 */
async function requireErrorsSeen(db: Knex, id: number): Promise<void> {
  const [row] = await scoped_rows(db, 'clients_imports', Import).where({ id })
  if (row?.errors === null)
    throw new ApiError('permission_denied', {
      detail: `Your roles hide the field [errors] of the import [${id}]. Ask somebody who sees it.`,
    })
}

/** High, because a host that stops while the job runs counts as an attempt. `handleImports` gives up earlier on errors. */
const ATTEMPTS = 20

/** @throws ApiError 415, 422 if the file or the form is invalid */
async function beginImport(
  upload: Upload,
  account: string,
  { db, jobs, imports }: Pick<PluginContext, 'db' | 'jobs'> & { readonly imports: WritableStore<StoredImport> },
): Promise<StoredImport> {
  const { separator, columns } = await readHeader(upload)
  const dry_run = flagOf(upload.fields.dry_run)
  const mapping = readMapping(upload.fields.mapping, columns)
  return db.transaction(async () => {
    const counts = { rows_done: 0, rows_created: 0, rows_failed: 0, errors: [] }
    const about = { name: upload.name, account, dry_run, separator, mapping }
    const begun = await imports.create({ ...about, ...counts, status: 'waiting', file_key: upload.file.key })
    await jobs.add('import', { id: begun.id }, { attempts: ATTEMPTS })
    return begun
  })
}

/** As programs and checkboxes send them. */
const FLAGS = new Map([
  ...['true', '1', 'on'].map((text) => [text, true] as const),
  ...['false', '0', ''].map((text) => [text, false] as const),
])

function flagOf(text = 'false'): boolean {
  const flag = FLAGS.get(text)
  if (flag !== undefined) return flag
  throw invalid_values([{ pointer: '/dry_run', message: 'Choose true or false', keyword: 'type' }])
}
