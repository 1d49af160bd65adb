import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate, openDatabase } from '../base/db/index.ts'
import { platformMigrations } from '../open-storage.ts'

const FILE = 'atrium.sqlite'

/** The file that a host leaves that has started once and done nothing. Kept in memory. */
let template: Promise<Buffer> | undefined

/**
 * Puts a SQLite database with the platform's tables into a data directory that is missing or empty. Applying all migrations takes
 * more than half of the processor time of a start, so a process of tests applies them once, with the code that a host uses.
 */
export async function placeMigratedDatabase(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch(() => [])
  if (found.length > 0) return
  template ??= migrateOnce()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path.join(dataDir, FILE), await template)
}

async function migrateOnce(): Promise<Buffer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-template-'))
  try {
    const database = await openDatabase({ dataDir })
    try {
      await migrate({ database, owner: 'platform', migrations: platformMigrations })
    } finally {
      // The last connection writes everything into the one file.
      await database.close()
    }
    return await readFile(path.join(dataDir, FILE))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
