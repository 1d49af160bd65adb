import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** The folder where a restore prepares its data. It is in the data directory, because a rename works only within one file system. */
export const STAGED = '.restoring'

/** While this file exists, everything in `.restoring` is complete and replaces the current data. */
const JOURNAL = 'restore.json'

const DATABASE = 'atrium.sqlite'

interface Journal {
  /** The folder in the data directory that keeps the former data. */
  readonly before: string
}

/**
 * Puts the prepared files in place. Once the journal is on the disk, the restored state is the state of the data directory: if this process
 * is killed, the next host or command finishes the restore.
 */
export async function swapIn(dataDir: string, before: string): Promise<void> {
  const draft = path.join(dataDir, `${JOURNAL}.draft`)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify({ before } satisfies Journal))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(path.join(dataDir, STAGED))
  await rename(draft, path.join(dataDir, JOURNAL))
  await syncFolder(dataDir)
  await finish(dataDir, { before })
}

/**
 * Finishes a restore that was killed while it put its files in place. Call it while no other process can do so, before the SQLite file is
 * opened.
 */
export async function settleRestore(dataDir: string): Promise<void> {
  const journal = await readJournal(dataDir)
  if (journal) await finish(dataDir, journal)
}

/** Whether a restore was killed and its files are not in place yet. */
export const isRestorePending = async (dataDir: string) => (await readJournal(dataDir)) !== undefined

/** Can be repeated after each of its steps. */
async function finish(dataDir: string, { before }: Journal): Promise<void> {
  const [staged, kept] = [path.join(dataDir, STAGED), path.join(dataDir, before)]
  await mkdir(kept, { recursive: true, mode: 0o700 })
  // The database is moved last. Until then, the files next to its path belong to the old database.
  for (const name of ['files', `${DATABASE}-wal`, `${DATABASE}-shm`, DATABASE]) {
    const isToCome = await exists(path.join(staged, name.startsWith(DATABASE) ? DATABASE : name))
    if (isToCome && !(await exists(path.join(kept, name))))
      await moveIfThere(path.join(dataDir, name), path.join(kept, name))
  }
  for (const name of ['files', DATABASE]) await moveIfThere(path.join(staged, name), path.join(dataDir, name))
  await syncFolder(kept)
  await syncFolder(dataDir)
  await rm(path.join(dataDir, JOURNAL), { force: true })
  await syncFolder(dataDir)
  await rm(staged, { recursive: true, force: true })
}

async function readJournal(dataDir: string): Promise<Journal | undefined> {
  const text = await readFile(path.join(dataDir, JOURNAL), 'utf8').catch(undefinedIfMissing)
  return text === undefined ? undefined : (JSON.parse(text) as Journal)
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch(undefinedIfMissing)
}

/** Whether there is a file or folder. */
export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Flushes creations and renames in the folder to the disk. Windows does not support this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
