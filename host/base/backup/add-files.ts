import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, STAGED, syncFolder } from '../db/index.ts'
import { type OpenedBackup, POSTGRES_ENTRY, SQLITE_ENTRY } from './manifest.ts'

/**
 * The folder into which files are copied before they get their name, on the file system of the files. The store of plugins has no such
 * folder.
 */
const ARRIVING = '.restoring'

/** Whether `files` is a separate mount, or a link to one. It can then be neither renamed nor replaced by a folder of the data directory. */
export async function areFilesApart(dataDir: string): Promise<boolean> {
  const files = path.join(dataDir, 'files')
  if (!(await exists(files))) return false
  const [from, to] = [path.join(dataDir, STAGED, 'probe'), path.join(files, `${ARRIVING}-probe`)]
  await writeFile(from, '', { mode: 0o600 })
  try {
    await rename(from, to)
    return false
  } catch (error) {
    if (isOtherSystem(error)) return true
    throw error
  } finally {
    for (const each of [from, to]) await rm(each, { force: true })
  }
}

/**
 * Adds the prepared files of a backup to the existing ones. Files never change and have unguessable names, so files with the same name are
 * the same. They stay invisible until rows refer to them. If adding fails, none is left.
 * @returns the function that removes them again
 */
export async function addFiles(dataDir: string, { entries }: OpenedBackup): Promise<() => Promise<void>> {
  const arriving = path.join(dataDir, 'files', ARRIVING)
  const added: string[] = []
  const undo = async () => {
    for (const each of added) await rm(each, { force: true })
  }
  try {
    for (const { name } of entries) {
      const target = path.join(dataDir, name)
      if (name === POSTGRES_ENTRY || name === SQLITE_ENTRY || (await exists(target))) continue
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await moveFile(path.join(dataDir, STAGED, name), target, arriving)
      await syncFolder(path.dirname(target))
      added.push(target)
    }
    return undo
  } catch (error) {
    await undo()
    throw error
  } finally {
    await rm(arriving, { force: true })
  }
}

/** Renames a file, even between file systems; there it appears completely or not at all. */
async function moveFile(from: string, to: string, arriving: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isOtherSystem(error)) throw error
    await copyFile(from, arriving)
    await flush(arriving)
    await rename(arriving, to)
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isOtherSystem = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EXDEV'
