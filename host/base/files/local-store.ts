import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './file-store.ts'

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
