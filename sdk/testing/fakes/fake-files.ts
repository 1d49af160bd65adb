import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { ApiError } from '../../errors/api-error.ts'
import type { Files } from '../../services/files.ts'

const LIMIT = 100 * 1024 * 1024

/** Files in memory. A deletion happens at once, as there is no transaction to wait for. */
export function fake_files(): Files {
  const kept = new Map<string, Buffer>()
  return {
    put: async (content, { limit = LIMIT } = {}) => {
      const bytes = content instanceof Readable ? await buffer(content) : Buffer.from(content)
      if (bytes.length > limit)
        throw new ApiError('body_too_large', { detail: `The file is larger than ${limit} bytes.` })
      const key = randomUUID()
      kept.set(key, bytes)
      return { key, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    open: (key) => {
      const bytes = kept.get(key)
      if (bytes) return Promise.resolve(Readable.from([bytes]))
      return Promise.reject(new ApiError('file_missing', { detail: `There is no file [${key}].` }))
    },
    delete: (key) => Promise.resolve(void kept.delete(key)),
  }
}
