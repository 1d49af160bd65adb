import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { deleteFile } from './kept-files.ts'

/** A received file, kept in the data directory until a store takes it. */
export interface ArrivedFile {
  /** Absolute. */
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly mediaType: string
}

/** Stores files by name. A name is a path of safe characters, such as `clients/1b/1b9d6bcd-…`. */
export interface FileStore {
  /** Its location, for the log. */
  readonly place: string
  /** Stores a copy of the file or moves the file itself. */
  take(name: string, file: ArrivedFile): Promise<void>
  /** Returns undefined if the file does not exist. */
  open(name: string): Promise<Readable | undefined>
  delete(name: string): Promise<void>
  /** The files whose names begin with this folder, in portions. */
  list(folder: string): AsyncIterable<readonly StoredName[]>
}

/** A file in a store. */
export interface StoredName {
  readonly name: string
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt: number
}

/** Stores files below a directory. It must be on the file system of the received files, because taking one is a rename. */
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
    delete: (name) => deleteFile(directory, name),
    async *list(folder) {
      for (const part of await namesIn(placeOf(folder))) {
        const inside = `${folder}/${part}`
        const found = await Promise.all((await namesIn(placeOf(inside))).map((name) => describe(`${inside}/${name}`)))
        yield found.filter((file) => file !== undefined)
      }
    },
  }

  /** Undefined if the file was deleted meanwhile. */
  async function describe(name: string): Promise<StoredName | undefined> {
    const found = await stat(placeOf(name)).catch(undefinedWhereMissing)
    return found && { name, storedAt: found.mtimeMs }
  }
}

/** No names if the folder does not exist. */
const namesIn = async (folder: string) => (await readdir(folder).catch(undefinedWhereMissing)) ?? []

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
