import { chmod, open } from 'node:fs/promises'

/**
 * Makes a file of SQLite readable for its owner only. Creates it if it is missing, because SQLite would create it readable for others. An
 * existing file is never opened, because closing it would release the locks that this process holds on it.
 */
export async function keepPrivate(file: string): Promise<void> {
  // A file of another user that this one can write keeps its mode; `atrium doctor` reports it.
  const isThere = await chmod(file, 0o600).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  if (isThere) return
  // Another process may create it meanwhile. Code that needs the file reports any problem.
  const created = await open(file, 'wx', 0o600).catch(() => undefined)
  await created?.close()
}
