import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'
import { listTar, type TarEntry } from './tar.ts'

/** Raised whenever older hosts can no longer read a backup. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const SQLITE_ENTRY = 'database.sqlite'
export const POSTGRES_ENTRY = 'database.dump'

/** The last entry of a backup: its content, and the version that wrote it. A backup without it is incomplete. */
export interface BackupManifest {
  readonly format: number
  /** ISO 8601. */
  readonly created_at: string
  /** The version of the host. */
  readonly atrium: string
  readonly database: 'sqlite' | 'postgres'
  /** Names of the applied migrations, by owner: `platform` and the ids of plugins. */
  readonly migrations: Readonly<Record<string, readonly string[]>>
  /** Where the files of plugins are: in the backup, or in a bucket that needs a backup of its own. */
  readonly files: 'included' | 'bucket'
  /** Ids of the keys for secrets; the first one currently seals. The backup does not contain the keys. */
  readonly keys: readonly string[]
  readonly entries: readonly { readonly name: string; readonly size: number; readonly sha256: string }[]
}

/** An opened backup, none of whose contents has been checked yet. */
export interface OpenedBackup {
  readonly manifest: BackupManifest
  /** In the order of the file, without the manifest. */
  readonly entries: readonly (TarEntry & { readonly sha256: string })[]
}

const ENTRY = /^(?:database\.(?:sqlite|dump)|files\/[a-z][a-z0-9-]*\/[0-9a-f]{2}\/[0-9a-f-]{36})$/

/** @throws BackupError `backup_unreadable`, `backup_incomplete`, `backup_damaged`, `backup_newer` */
export async function readBackup(handle: FileHandle, file: string): Promise<OpenedBackup> {
  const all = await listTar(handle, file)
  const last = all.at(-1)
  if (last?.name !== MANIFEST) throw incomplete(file)
  const manifest = await readManifest(handle, last, file)
  if (manifest.format > FORMAT) throw newer(file, manifest)
  const hashes = new Map(manifest.entries.map((entry) => [entry.name, entry]))
  const entries = all.slice(0, -1).map((entry) => {
    const noted = hashes.get(entry.name)
    if (noted?.size !== entry.size || !ENTRY.test(entry.name)) throw damaged(file, entry.name)
    hashes.delete(entry.name)
    return { ...entry, sha256: noted.sha256 }
  })
  const [missing] = hashes.keys()
  if (missing !== undefined) throw damaged(file, missing)
  return { manifest, entries }
}

async function readManifest(handle: FileHandle, { start, size }: TarEntry, file: string): Promise<BackupManifest> {
  const { buffer } = await handle.read(Buffer.alloc(size), 0, size, start)
  try {
    const { digest, ...manifest } = JSON.parse(buffer.toString('utf8')) as BackupManifest & { digest: string }
    if (digest === digestOf(manifest)) return manifest
  } catch {
    // Reported like any other damage.
  }
  throw damaged(file, MANIFEST)
}

/** The text of the manifest, with a checksum of its own. */
export const writeManifest = (manifest: BackupManifest) =>
  Buffer.from(`${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 2)}\n`)

const digestOf = (manifest: BackupManifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

const incomplete = (file: string) =>
  new BackupError(
    'backup_incomplete',
    `The backup [${file}] has no manifest, so it was not completed. Use another backup, or make it again.`,
  )

/** The content of an entry differs from what was backed up. */
export const damaged = (file: string, entry: string) =>
  new BackupError(
    'backup_damaged',
    `The backup [${file}] is damaged: its entry [${entry}] does not have the checksum that the manifest names. Nothing was changed. Use another copy or another backup.`,
  )

/** It was made by a version that this one does not know. */
export const newer = (file: string, { atrium }: BackupManifest, migrations: readonly string[] = []) =>
  new BackupError(
    'backup_newer',
    `The backup [${file}] was made by a newer version of Atrium [${atrium}]` +
      `${migrations.length > 0 ? `, whose migrations this one does not have: [${migrations.join(', ')}]` : ''}. ` +
      'Nothing was changed. Restore it with that version or a later one.',
  )
