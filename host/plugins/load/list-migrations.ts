import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** A migration as a file: its name is the file's without extension, and orders it. */
export interface MigrationFile {
  name: string
  /** Absolute. */
  file: string
}

/** Lists `<plugin>/migrations/*.{ts,js}` in the order of their names; a plugin without that folder has none. */
export async function listMigrations(directory: string): Promise<MigrationFile[]> {
  const folder = path.join(directory, 'migrations')
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return files
    .filter((file) => /^[^.].*\.[tj]s$/.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ name: path.parse(file).name, file: path.join(folder, file) }))
}
