import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '@atrium/sdk'
import type { ArrivedFile } from './file-store.ts'

interface Rules {
  /** Where it lies until a store takes it. */
  readonly directory: string
  readonly limit: number
  readonly mediaType: string
}

/**
 * Writes what arrives into a file of its own, safely on the disk, and measures it on the way. In constant memory.
 * @throws ApiError 413 `body_too_large`; nothing is left then
 */
export async function receiveFile(
  content: Readable | Buffer | string,
  { directory, limit, mediaType }: Rules,
): Promise<ArrivedFile> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  async function* measured(source: AsyncIterable<Buffer | string>) {
    for await (const chunk of source) {
      size += Buffer.byteLength(chunk)
      if (size > limit) throw tooLarge(limit)
      hash.update(chunk)
      yield chunk
    }
  }
  const target = createWriteStream(file, { mode: 0o600, flush: true })
  try {
    await pipeline(content instanceof Readable ? content : Readable.from([content]), measured, target)
  } catch (error) {
    // It may still be about to be opened, which would make it anew.
    if (!target.closed) await new Promise<void>((resolve) => void target.once('close', () => resolve()))
    await rm(file, { force: true })
    throw error
  }
  return { path: file, size, sha256: hash.digest('hex'), mediaType }
}

const tooLarge = (limit: number) =>
  new ApiError('body_too_large', { detail: `The file is larger than the [${limit}] bytes taken here. Send less.` })
