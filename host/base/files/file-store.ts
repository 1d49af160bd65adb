import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** A file that has arrived and lies in the data directory until a store has taken it. */
export interface ArrivedFile {
  /** Absolute. */
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly mediaType: string
}

/** Where files are kept. A name is a path of safe characters: `clients/1b/1b9d6bcd-…`. */
export interface FileStore {
  /** For the log: where it is. */
  readonly place: string
  /** Takes a copy, or the file itself. */
  take(name: string, file: ArrivedFile): Promise<void>
  /** Undefined where there is none. */
  open(name: string): Promise<Readable | undefined>
  delete(name: string): Promise<void>
}

/** Keeps files below a directory, which is on the same file system as what arrives: taking one over is a rename. */
export function createLocalStore(directory: string): FileStore {
  const placeOf = (name: string) => path.join(directory, name)
  return {
    place: directory,
    take: async (name, file) => {
      await mkdir(path.dirname(placeOf(name)), { recursive: true, mode: 0o700 })
      await rename(file.path, placeOf(name))
    },
    open: async (name) => {
      const handle = await open(placeOf(name)).catch(undefinedWhereMissing)
      return handle?.createReadStream()
    },
    delete: (name) => rm(placeOf(name), { force: true }),
  }
}

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
