import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  appliedMigrations,
  isRestorePending,
  settleRestore,
  syncFolder,
  withoutHost,
  withSqliteFile,
} from '../db/index.ts'
import { isProcessRunning } from '../lifetime/index.ts'
import { keepDeletedFiles, listPluginFiles } from '../files/index.ts'
import { readKeyIds } from '../secrets/index.ts'
import { BackupError, reasonOf } from './backup-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { type BackupManifest, FORMAT, MANIFEST, POSTGRES_ENTRY, SQLITE_ENTRY, writeManifest } from './manifest.ts'
import { dumpPostgres } from './postgres-tools.ts'
import { readChunks, TAR_END, tarHeader, tarPadding } from './tar.ts'

interface BackUpOptions extends BackupPlace {
  /** Absolute. */
  readonly file: string
  /** Replaces an existing file. Default false. */
  readonly overwrite?: boolean
}

/** A backup that was written. */
export interface BackupResult extends Omit<BackupManifest, 'entries' | 'format'> {
  readonly file: string
  /** Bytes. */
  readonly size: number
  /** The number of plugins' files in it. */
  readonly file_count: number
}

/**
 * Writes a backup of the database and the files of plugins, even while hosts run. The database is copied as of one moment, and the backup
 * contains the files of all its rows. It does not contain the keys of secrets. The file appears when it is complete.
 * @throws BackupError; nothing is left behind then
 */
export async function backUp(options: BackUpOptions): Promise<BackupResult> {
  const { file, overwrite = false } = options
  if (!overwrite && (await stat(file).catch(() => undefined))) throw exists(file)
  await removeAbandoned(file)
  const drafts = { archive: `${file}.${process.pid}.partial`, database: `${file}.${process.pid}.partial-database` }
  try {
    const manifest = await write(drafts, options)
    await rename(drafts.archive, file)
    await syncFolder(path.dirname(file))
    const { entries, format: _, ...described } = manifest
    return { file, size: (await stat(file)).size, file_count: entries.length - 1, ...described }
  } catch (error) {
    throw error instanceof BackupError ? error : failed(file, error)
  } finally {
    for (const draft of Object.values(drafts)) await rm(draft, { force: true })
  }
}

async function write(
  drafts: { readonly archive: string; readonly database: string },
  options: BackUpOptions,
): Promise<BackupManifest> {
  const { s3, version, dataDir, databaseUrl } = options
  const directory = path.join(dataDir, 'files')
  const endKeeping = s3 ? undefined : await keepDeletedFiles(directory)
  try {
    const created_at = new Date().toISOString()
    const migrations = await copyDatabase(drafts.database, options)
    const entries: BackupManifest['entries'][number][] = []
    const manifest: BackupManifest = {
      ...{ format: FORMAT, created_at, atrium: version, database: databaseUrl === undefined ? 'sqlite' : 'postgres' },
      ...{ migrations, files: s3 ? 'bucket' : 'included', keys: await readKeyIds(options), entries },
    }
    async function* archive() {
      const name = databaseUrl === undefined ? SQLITE_ENTRY : POSTGRES_ENTRY
      yield* entryOf(await open(drafts.database), { name, entries })
      for await (const each of s3 ? [] : listPluginFiles(directory)) {
        const handle = await open(each.path).catch(() => open(each.aside).catch(undefinedIfMissing))
        if (handle) yield* entryOf(handle, { name: `files/${each.name}`, entries })
      }
      const text = writeManifest(manifest)
      yield* [tarHeader(MANIFEST, { size: text.length, mtime: new Date() }), text, tarPadding(text.length), TAR_END]
    }
    const target = createWriteStream(drafts.archive, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(archive(), { objectMode: false }), target)
    return manifest
  } finally {
    await endKeeping?.()
  }
}

interface EntryOptions {
  readonly name: string
  /** Receives a line about the entry. */
  readonly entries: BackupManifest['entries'][number][]
}

/** The blocks of an entry. Closes the file. */
async function* entryOf(handle: FileHandle, { name, entries }: EntryOptions): AsyncGenerator<Buffer> {
  try {
    const { size, mtime } = await handle.stat()
    yield tarHeader(name, { size, mtime })
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of readChunks(handle, { start: 0, size })) {
      hash.update(chunk)
      read += chunk.length
      yield chunk
    }
    if (read !== size) throw new Error(`the file [${name}] changed while it was read`)
    yield tarPadding(size)
    entries.push({ name, size, sha256: hash.digest('hex') })
  } finally {
    await handle.close()
  }
}

/** Copies the database into a file, and returns the migrations in this copy. */
async function copyDatabase(draft: string, options: BackUpOptions): Promise<BackupManifest['migrations']> {
  const { dataDir, databaseUrl, sqlite } = options
  if (databaseUrl !== undefined) return dumpPostgres(databaseUrl, draft)
  if (await isRestorePending(dataDir)) await withoutHost(dataDir, options, () => settleRestore(dataDir))
  const filename = path.join(dataDir, 'atrium.sqlite')
  if (!(await stat(filename).catch(() => undefined))) throw nothing(filename)
  const created = await open(draft, 'wx', 0o600)
  await created.close()
  // A single read transaction: the host keeps writing, and the copy contains what was committed when the transaction began.
  await withSqliteFile(filename, { sqlite }, (knex) => knex.raw('VACUUM INTO ?', [draft]))
  return withSqliteFile(draft, { sqlite }, (reader) => appliedMigrations({ dialect: 'sqlite', reader }))
}

/** Removes the remains of killed backups to the same file. */
async function removeAbandoned(file: string): Promise<void> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch((error: unknown) => {
    throw failed(file, error)
  })
  const begin = `${path.basename(file)}.`
  for (const name of names.filter((each) => each.startsWith(begin))) {
    const [, pid] = /^(\d+)\.partial(?:-database(?:-journal|-wal|-shm)?)?$/.exec(name.slice(begin.length)) ?? []
    if (pid !== undefined && !isProcessRunning(Number(pid))) await rm(path.join(folder, name), { force: true })
  }
}

/** A file that was deleted before the backup began to keep deleted files belongs to no row of the copy. */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const exists = (file: string) =>
  new BackupError('backup_exists', `The file [${file}] exists. Choose another name, or replace it with --force.`)

const nothing = (file: string) =>
  new BackupError(
    'backup_nothing',
    `There is no database [${file}]. Run this where the host runs, with its ATRIUM_DATA_DIR or DATABASE_URL.`,
  )

const failed = (file: string, cause: unknown) =>
  new BackupError(
    'backup_failed',
    `The backup [${file}] could not be written: ${reasonOf(cause)}. Nothing of it is left. It needs a folder that can be written, and free ` +
      'space of twice the database and once the files.',
    { cause },
  )
