import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError, type Files } from '@atrium/sdk'
import type { Database } from '../db/index.ts'
import { createLocalStore } from './local-store.ts'
import { receiveFile } from './receive-file.ts'
import type { S3Location } from './s3-location.ts'
import { createS3Store } from './s3-store.ts'

export interface FilesOptions {
  /** Files arrive in `<dataDir>/files`, and stay there unless there is a bucket. */
  readonly dataDir: string
  readonly s3?: S3Location | undefined
  /** Says when a transaction has been committed. */
  readonly database: Pick<Database, 'afterCommit'>
}

const LIMIT = 100 * 1024 * 1024
const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Makes what hands each plugin its files. */
export function createFiles({ dataDir, s3, database }: FilesOptions): { filesFor: (plugin: string) => Files } {
  const directory = path.join(dataDir, 'files')
  const store = s3 ? createS3Store(s3) : createLocalStore(directory)

  return {
    filesFor: (plugin) => ({
      put: async (content, { media_type = 'application/octet-stream', limit = LIMIT } = {}) => {
        const rules = { directory: path.join(directory, '.arriving'), limit, mediaType: media_type }
        const file = await receiveFile(content, rules)
        const key = randomUUID()
        await store.take(nameOf(plugin, key), file).finally(() => rm(file.path, { force: true }))
        return { key, size: file.size, sha256: file.sha256 }
      },
      open: async (key) => {
        const file = KEY.test(key) ? await store.open(nameOf(plugin, key)) : undefined
        if (file) return file
        throw new ApiError('file_missing', { detail: `There is no file [${key.slice(0, 40)}].` })
      },
      delete: (key) => {
        if (KEY.test(key)) database.afterCommit(() => store.delete(nameOf(plugin, key)))
        return Promise.resolve()
      },
    }),
  }
}

/** Two letters between, so that no directory holds a million files. */
const nameOf = (plugin: string, key: string) => `${plugin}/${key.slice(0, 2)}/${key}`
