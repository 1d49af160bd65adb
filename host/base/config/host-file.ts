import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostLogger } from '../log/index.ts'

/** How the command line reaches the host of a data directory (ARCHITECTURE: Identity). */
export interface HostFile {
  /** Without a trailing slash. */
  readonly url: string
  /** Grants every permission. The host creates a new one at each start. */
  readonly token: string
  readonly pid: number
  /** ISO 8601. */
  readonly started_at: string
}

/** Returns the path of the host file, `host.json` in the data directory. */
export const hostFileOf = (dataDir: string) => join(dataDir, 'host.json')

/**
 * Writes the host file atomically, readable by its owner only. Returns a function that removes it, unless another host has replaced
 * it in the meantime.
 */
export async function writeHostFile(dataDir: string, content: HostFile): Promise<() => Promise<void>> {
  const file = hostFileOf(dataDir)
  const draft = `${file}.${content.pid}.tmp`
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(draft, 0o600)
  await rename(draft, file)
  return async () => {
    const present = await readHostFile(dataDir)
    if (present?.token === content.token) await rm(file, { force: true })
  }
}

/**
 * Writes the host file of this process, and returns a function that removes it. A host that cannot write its file still serves; only the
 * command line cannot find it.
 */
export async function leaveHostFile(
  dataDir: string,
  { url, token, log }: Pick<HostFile, 'url' | 'token'> & { readonly log: HostLogger },
): Promise<() => Promise<void>> {
  try {
    return await writeHostFile(dataDir, { url, token, pid: process.pid, started_at: new Date().toISOString() })
  } catch (error) {
    log.warn('host.json cannot be written; use --url and --token to reach this host from the command line', {
      err: error,
      dataDir,
    })
    return () => Promise.resolve()
  }
}

/** Reads the host file. Returns undefined if it is missing or incomplete. */
export async function readHostFile(dataDir: string): Promise<HostFile | undefined> {
  try {
    const content = (JSON.parse(await readFile(hostFileOf(dataDir), 'utf8')) ?? {}) as Partial<HostFile>
    const isWhole =
      [content.url, content.token].every((text) => typeof text === 'string') && Number.isInteger(content.pid)
    return isWhole ? (content as HostFile) : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return undefined
    throw error
  }
}
