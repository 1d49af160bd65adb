import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate, type Migration, openDatabase } from '../base/db/index.ts'

const FILE = 'atrium.sqlite'

/** By list of migrations, the file of a SQLite database to which only they were applied. */
const templates = new Map<readonly Migration[], Promise<Buffer>>()

/**
 * Puts a SQLite database with the platform's tables into a data directory that is missing or empty. Applying all migrations takes
 * more than half of the processor time of a start, so a process of tests applies each list of them once, as a host does.
 *
 * @param migrations always the same array for the same list
 */
export async function placeMigratedDatabase(dataDir: string, migrations: readonly Migration[]): Promise<void> {
  const found = await readdir(dataDir).catch(() => [])
  if (found.length > 0) return
  const template = templates.get(migrations) ?? makeTemplate(migrations)
  templates.set(migrations, template)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path.join(dataDir, FILE), await template, { mode: 0o600 })
}

async function makeTemplate(migrations: readonly Migration[]): Promise<Buffer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-template-'))
  try {
    const database = await openDatabase({ dataDir })
    try {
      await migrate({ database, owner: 'platform', migrations })
    } finally {
      // The last connection writes everything into the one file.
      await database.close()
    }
    return await readFile(path.join(dataDir, FILE))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
