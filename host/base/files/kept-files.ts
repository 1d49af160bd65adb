import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isProcessRunning } from '../lifetime/index.ts'

/**
 * A backup copies the database first and the files afterwards. Files that are deleted in between are kept aside while a backup runs, so
 * that each row of the copied database has its file. A running backup is represented by a file in `.backups`, named after its process.
 */
const BACKUPS = '.backups'
const DELETED = '.deleted'

/** Milliseconds. For an older file, the process with that number is a different one. */
const LONGEST_BACKUP = 24 * 60 * 60_000

/** Begins to keep deleted files. Call the returned function to stop. */
export async function keepDeletedFiles(directory: string): Promise<() => Promise<void>> {
  const marker = path.join(directory, BACKUPS, `${process.pid}-${randomUUID()}`)
  await mkdir(path.dirname(marker), { recursive: true, mode: 0o700 })
  await writeFile(marker, '', { mode: 0o600 })
  return async () => {
    await rm(marker, { force: true })
    await forgetDeleted(directory)
  }
}

/** Deletes a file; while a backup runs, it is moved aside instead. */
export async function deleteFile(directory: string, name: string): Promise<void> {
  const file = path.join(directory, name)
  if (!(await isBackedUp(directory))) return rm(file, { force: true })
  const aside = path.join(directory, DELETED, name)
  await mkdir(path.dirname(aside), { recursive: true, mode: 0o700 })
  await rename(file, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Removes files that were kept for backups, unless one is running. */
export async function forgetDeleted(directory: string): Promise<void> {
  if (!(await isBackedUp(directory))) await rm(path.join(directory, DELETED), { recursive: true, force: true })
}

/** A file of plugins in the data directory. */
export interface PluginFile {
  /** Its name in the store: `clients/1b/1b9d6bcd-…`. */
  readonly name: string
  /** Absolute. If it is deleted meanwhile, it is at `aside`. */
  readonly path: string
  readonly aside: string
}

/** Lists the files of all plugins, and those that are kept for a backup. */
export async function* listPluginFiles(directory: string): AsyncGenerator<PluginFile> {
  const seen = new Set<string>()
  // In this order: a file that is deleted between the two is found in the second.
  for (const folder of [directory, path.join(directory, DELETED)]) {
    for (const name of await namesBelow(folder)) {
      if (seen.has(name)) continue
      seen.add(name)
      yield { name, path: path.join(directory, name), aside: path.join(directory, DELETED, name) }
    }
  }
}

async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = []
  for (const plugin of await readdir(folder).catch(noneIfMissing)) {
    if (plugin.startsWith('.')) continue
    for (const part of await readdir(path.join(folder, plugin)).catch(noneIfMissing))
      for (const key of await readdir(path.join(folder, plugin, part)).catch(noneIfMissing))
        names.push(`${plugin}/${part}/${key}`)
  }
  return names
}

async function isBackedUp(directory: string): Promise<boolean> {
  const folder = path.join(directory, BACKUPS)
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    const marked = await stat(path.join(folder, name)).catch(() => undefined)
    if (marked && marked.mtimeMs > Date.now() - LONGEST_BACKUP && isProcessRunning(Number.parseInt(name, 10)))
      return true
    await rm(path.join(folder, name), { force: true })
  }
  return false
}

function noneIfMissing({ code }: NodeJS.ErrnoException): string[] {
  if (code === 'ENOENT' || code === 'ENOTDIR') return []
  throw new Error(`The folder of files cannot be read: ${code}`)
}
