import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '@atrium/sdk'
import type { FileStore } from './file-store.ts'

/** Milliseconds. A row is written within minutes after its file; the rest allows for clocks that are set. */
export const SWEPT_AFTER = 24 * 60 * 60_000

/** How many keys are checked at once: fewer than the values that a statement may have. */
const AT_ONCE = 500

/** Up to this many old files without any row are accepted as unused; more suggest a database that does not belong to these files. */
const MOST_WITHOUT_ROWS = 20

interface SweepOptions {
  readonly plugin: string
  readonly in_use: Parameters<Files['sweep']>[0]
  /** Milliseconds since 1970. Files stored later stay. */
  readonly before: number
}

/** Deletes the plugin's old files whose keys are not in use, and returns their number. Described at `Files.sweep`. */
export async function sweepFiles(store: FileStore, { plugin, in_use, before }: SweepOptions): Promise<number> {
  const unused: string[] = []
  let used = 0
  for await (const portion of store.list(plugin)) {
    const names = portion.filter(({ storedAt }) => storedAt < before).map(({ name }) => name)
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE)
      const found = new Set(await in_use(some.map(keyOf)))
      const without = some.filter((name) => !found.has(keyOf(name)))
      used += some.length - without.length
      unused.push(...without)
    }
  }
  if (used === 0 && unused.length > MOST_WITHOUT_ROWS) throw noneInUse(plugin, unused.length)
  for (const name of unused) await store.delete(name)
  return unused.length
}

const keyOf = (name: string) => path.posix.basename(name)

const noneInUse = (plugin: string, count: number) =>
  new Error(
    `None of the [${count}] files of the plugin [${plugin}] that are older than a day is in use. Nothing was deleted. ` +
      'Check that the host uses the database that belongs to these files, and that [in_use] asks every table with keys.',
  )

/** Removes old files from a directory, if it exists. */
export async function removeAbandoned(directory: string, { before }: { before: number }): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const place = path.join(directory, name)
    const found = await stat(place).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(place, { force: true })
  }
}
