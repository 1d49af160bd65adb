import type { PluginContext, Routes, Caller } from '@atrium/sdk'
import { created, invalid_values, with_headers, ApiError } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { Upload } from '../receive-upload.ts'
import { askedOfUpload, receiveUpload } from '../receive-upload.ts'
import type { StoredImport } from '../imports/import.ts'
import { ImportUpload, importList, importTable, Import, shownImport } from '../imports/import.ts'
import { readHeader } from '../imports/read-header.ts'
import { readMapping } from '../imports/read-mapping.ts'

const MEGABYTE = 1_000_000

/** A host that is killed counts as a try; what fails by itself is given up earlier. */
const ATTEMPTS = 20

/** As programs and the checkboxes of pages send them. */
const FLAGS = new Map([
  ...['true', '1', 'on'].map((text) => [text, true] as const),
  ...['false', '0', ''].map((text) => [text, false] as const),
])

/** Takes CSV files in. What comes of one is read at its own path while a job works at it. */
export function importRoutes(routes: Routes, { db, files, jobs, settings }: PluginContext<Settings>): void {
  const imports = importTable(db)
  const begin = async (upload: Upload): Promise<StoredImport> => {
    const { separator, columns } = await readHeader(upload)
    const { mapping: said, dry_run = 'false' } = upload.fields
    const isDry = FLAGS.get(dry_run)
    if (isDry === undefined)
      throw invalid_values([{ pointer: '/dry_run', message: 'Choose true or false', keyword: 'type' }])
    const mapping = readMapping(said, columns)
    return db.transaction(async () => {
      const counts = { rows_done: 0, rows_created: 0, rows_failed: 0, errors: [] }
      const about = { name: upload.name, dry_run: isDry, separator, mapping }
      const made = await imports.create({ ...about, ...counts, status: 'waiting', file_key: upload.file.key })
      await jobs.add('import', { id: made.id }, { attempts: ATTEMPTS })
      return made
    })
  }
  routes.records('/imports/{id}', importList(imports)).post(
    '/imports',
    {
      raw: true,
      once: true,
      transaction: false,
      multipart: ImportUpload,
      summary: 'Import clients from a CSV file',
      description: 'Answers at once; a job does the work.',
      response: Import,
    },
    async ({ once, caller }, koa) => {
      requireMayImport(caller)
      const upload = await receiveUpload(koa.req, {
        files,
        limit: settings.import_limit_mb * MEGABYTE,
        takes: ImportUpload,
      })
      try {
        return await once(askedOfUpload(upload), async () => {
          const made = shownImport(await begin(upload))
          return created(with_headers(made, { location: `/api/v1/clients/imports/${made.id}` }))
        })
      } catch (error) {
        await files.delete(upload.file.key)
        throw error
      }
    },
  )
}

/**
 * Whoever may not make clients one by one does not make thousands: the job works on the plugin's own account, which may do anything
 * and which no role narrows.
 * @throws ApiError 403 `permission_denied`
 */
export function requireMayImport(caller: Caller): void {
  const needed = 'clients.clients.create'
  if (!caller.can(needed)) throw denied(`An import takes the permission [${needed}] as well. Ask an operator for it.`)
  if (caller.scope('clients_clients') === undefined) return
  throw denied('You may touch some clients only, and an import makes any. Have it done by somebody who may touch all.')
}

const denied = (detail: string) => new ApiError('permission_denied', { detail })
