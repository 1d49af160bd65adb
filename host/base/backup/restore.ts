import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  DatabaseError,
  exists,
  isRestorePending,
  settleRestore,
  STAGED,
  swapIn,
  withoutHost,
  withSqliteFile,
} from '../db/index.ts'
import { readKeyIds } from '../secrets/index.ts'
import { addFiles, areFilesApart } from './add-files.ts'
import { BackupError, reasonOf } from './backup-error.ts'
import type { BackupPlace } from './backup-place.ts'
import {
  type BackupManifest,
  damaged,
  newer,
  type OpenedBackup,
  POSTGRES_ENTRY,
  readBackup,
  SQLITE_ENTRY,
} from './manifest.ts'
import { isEmptyPostgres, restorePostgres } from './postgres-tools.ts'
import { readChunks } from './tar.ts'

interface RestoreOptions extends BackupPlace {
  /** Absolute. */
  readonly file: string
  /** The names of the platform's migrations that this version has. */
  readonly knownMigrations: readonly string[]
  /** Restores even though the key that sealed the secrets is missing. Default false. */
  readonly withoutKey?: boolean
}

/** A backup that was restored. */
export interface RestoreResult extends Omit<BackupManifest, 'entries' | 'format'> {
  readonly file: string
  readonly data_dir: string
  /** The folder with the former data. Null if there was none. */
  readonly kept: string | null
  /**
   * Whether the folder of files was replaced. Otherwise the files of the backup were added to the existing ones: with PostgreSQL, and if
   * the folder is a separate mount.
   */
  readonly files_replaced: boolean
  readonly file_count: number
}

type Replaced = Pick<RestoreResult, 'kept' | 'files_replaced'>

/**
 * Replaces the database and the files by a backup. Everything is checked before anything is changed; the previous data is kept in a folder
 * of the data directory. PostgreSQL is restored into an empty database.
 * @throws BackupError, DatabaseError `database_in_use` while a host runs
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { file, dataDir, databaseUrl } = options
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  try {
    const backup = await readBackup(handle, file)
    await requireFitting(backup.manifest, options)
    const work = () => restoreInto(handle, backup, options)
    const replaced = await (databaseUrl === undefined ? withoutHost(dataDir, options, work) : work())
    const { entries, format: _, ...described } = backup.manifest
    return { file, data_dir: dataDir, ...replaced, file_count: entries.length - 1, ...described }
  } catch (error) {
    throw error instanceof BackupError || error instanceof DatabaseError ? error : failed(file, error)
  } finally {
    await handle.close()
  }
}

async function requireFitting(manifest: BackupManifest, options: RestoreOptions): Promise<void> {
  const { file, databaseUrl, knownMigrations, withoutKey = false } = options
  const here = databaseUrl === undefined ? 'sqlite' : 'postgres'
  if (manifest.database !== here) throw foreign(file, manifest)
  const unknown = (manifest.migrations.platform ?? []).filter((name) => !knownMigrations.includes(name))
  if (unknown.length > 0) throw newer(file, manifest, unknown)
  const [sealing] = manifest.keys
  if (sealing !== undefined && !withoutKey && !(await readKeyIds(options)).includes(sealing))
    throw keyMissing(sealing, options)
}

async function restoreInto(handle: FileHandle, backup: OpenedBackup, options: RestoreOptions): Promise<Replaced> {
  const { dataDir, databaseUrl } = options
  const staged = path.join(dataDir, STAGED)
  await settleRestore(dataDir)
  try {
    await rm(staged, { recursive: true, force: true })
    await mkdir(path.join(staged, 'files'), { recursive: true, mode: 0o700 })
    for (const entry of backup.entries) await extract(handle, entry, { staged, file: options.file })
    return await (databaseUrl === undefined ? putInPlace(backup, options) : restoreServer(databaseUrl, backup, options))
  } catch (error) {
    // Once the files are being put in place, the next start finishes that instead.
    if (!(await isRestorePending(dataDir))) await rm(staged, { recursive: true, force: true })
    throw error
  }
}

/** Writes an entry below the folder. Throws if its content differs from what was backed up. */
async function extract(
  handle: FileHandle,
  { name, start, size, sha256 }: OpenedBackup['entries'][number],
  { staged, file }: { staged: string; file: string },
): Promise<void> {
  const target = path.join(staged, name === SQLITE_ENTRY ? 'atrium.sqlite' : name)
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  async function* content() {
    for await (const chunk of readChunks(handle, { start, size })) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(content(), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  if (hash.digest('hex') !== sha256) throw damaged(file, name)
}

/** SQLite: the database and the files are renamed into place. Files on a separate file system are added to the existing ones. */
async function putInPlace(backup: OpenedBackup, { file, dataDir, sqlite }: RestoreOptions): Promise<Replaced> {
  const staged = path.join(dataDir, STAGED)
  const found = await withSqliteFile(path.join(staged, 'atrium.sqlite'), { sqlite }, (knex) =>
    knex.raw<{ integrity_check: string }[]>('PRAGMA integrity_check'),
  )
  if (found[0]?.integrity_check !== 'ok') throw damaged(file, SQLITE_ENTRY)
  const hadDatabase = await exists(path.join(dataDir, 'atrium.sqlite'))
  const areApart = await areFilesApart(dataDir)
  const before = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const undo = areApart ? await addFiles(dataDir, backup) : undefined
  if (areApart) await rm(path.join(staged, 'files'), { recursive: true })
  await swapIn(dataDir, before).catch(async (error: unknown) => {
    if (!(await isRestorePending(dataDir))) await undo?.()
    throw error
  })
  if (hadDatabase) return { kept: path.join(dataDir, before), files_replaced: !areApart }
  await rm(path.join(dataDir, before), { recursive: true, force: true })
  return { kept: null, files_replaced: !areApart }
}

/** PostgreSQL: the files are added first. Then one transaction restores the rows that refer to them. */
async function restoreServer(url: string, backup: OpenedBackup, { dataDir }: RestoreOptions): Promise<Replaced> {
  if (!(await isEmptyPostgres(url))) throw notEmpty(url)
  const staged = path.join(dataDir, STAGED)
  const undo = await addFiles(dataDir, backup)
  try {
    await restorePostgres(url, path.join(staged, POSTGRES_ENTRY))
  } catch (error) {
    await undo()
    throw error
  }
  await rm(staged, { recursive: true, force: true })
  return { kept: null, files_replaced: false }
}

const unreadable = (file: string, cause: unknown) =>
  new BackupError('backup_unreadable', `The backup [${file}] cannot be read: ${reasonOf(cause)}.`, { cause })

const foreign = (file: string, { database }: BackupManifest) =>
  new BackupError(
    'backup_foreign',
    database === 'sqlite'
      ? `The backup [${file}] is one of SQLite, but DATABASE_URL is set. Unset it to restore into the data directory.`
      : `The backup [${file}] is one of PostgreSQL. Create an empty database and set DATABASE_URL to it.`,
  )

const keyMissing = (id: string, { file, dataDir }: RestoreOptions) =>
  new BackupError(
    'backup_key_missing',
    `The secrets in the backup [${file}] are sealed with the key [${id}], which is not here. A backup does not contain it: copy the former ` +
      `secret.key to [${dataDir}], or set ATRIUM_SECRET_KEY. Without it (--without-key), all secrets must be entered again.`,
  )

const notEmpty = (url: string) =>
  new BackupError(
    'restore_not_empty',
    `The database [${new URL(url).pathname.slice(1)}] of DATABASE_URL has tables. A backup is restored into an empty one, so that the former ` +
      'database stays until the new one stands: create one (createdb) and set DATABASE_URL to it.',
  )

const failed = (file: string, cause: unknown) =>
  new BackupError(
    'restore_failed',
    `The backup [${file}] could not be restored: ${reasonOf(cause)}. What was there before is unchanged. The data directory needs free space for ` +
      'the backup.',
    { cause },
  )
