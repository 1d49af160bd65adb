import { randomUUID, createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, mkdir } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Files } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { Database } from '../db/index.ts'
import type { ArrivedFile } from './file-store.ts'
import { createLocalStore } from './file-store.ts'
import { forgetDeleted } from './kept-files.ts'
import type { S3Location } from './s3-store.ts'
import { createS3Store } from './s3-store.ts'
import { removeAbandoned, SWEPT_AFTER, sweepFiles } from './sweep-files.ts'

export interface FilesOptions {
  /** Files are received in `<dataDir>/files` and stay there unless there is a bucket. */
  readonly dataDir: string
  readonly s3?: S3Location | undefined
  /** A file is deleted after the commit of the current transaction. */
  readonly database: Pick<Database, 'afterCommit'>
  /** The names of running hosts that do not store files where this one does. Default: none. */
  readonly apart?: () => readonly string[]
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number
}

/** The files of all plugins. */
export interface FileRoom {
  /** Makes the `context.files` of a plugin. Each plugin sees only its own files. */
  readonly filesFor: (plugin: string) => Files
  /** Removes the remains of uploads to a killed host. Call it once an hour. */
  readonly sweep: () => Promise<void>
}

/** Default largest size of a file, in bytes. */
const LIMIT = 100 * 1024 * 1024
const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Opens the file store. */
export function createFiles({ dataDir, s3, database, apart = () => [], now = Date.now }: FilesOptions): FileRoom {
  const directory = path.join(dataDir, 'files')
  const arriving = path.join(directory, '.arriving')
  const store = s3 ? createS3Store(s3) : createLocalStore(directory)

  return {
    sweep: async () => {
      await forgetDeleted(directory)
      await removeAbandoned(arriving, { before: now() - SWEPT_AFTER })
    },
    filesFor: (plugin) => ({
      put: async (content, { media_type = 'application/octet-stream', limit = LIMIT } = {}) => {
        requireTogether(apart(), 'The file was not stored, because it could not be read there.')
        const rules = { directory: arriving, limit, mediaType: media_type }
        const file = await receiveFile(content, rules)
        const key = randomUUID()
        try {
          await store.take(nameOf(plugin, key), file)
        } finally {
          await rm(file.path, { force: true })
        }
        return { key, size: file.size, sha256: file.sha256 }
      },
      open: async (key) => {
        if (typeof key !== 'string') throw new TypeError(NO_KEY)
        const file = KEY.test(key) ? await store.open(nameOf(plugin, key)) : undefined
        if (file) return file
        requireTogether(apart(), `The file [${key.slice(0, 40)}] is not here, and may be there.`)
        throw new ApiError('file_missing', { detail: `The file [${key.slice(0, 40)}] does not exist.` })
      },
      delete: (key) => {
        if (KEY.test(key)) database.afterCommit(() => store.delete(nameOf(plugin, key)))
        return Promise.resolve()
      },
      sweep: (in_use) => sweepFiles(store, { plugin, in_use, before: now() - SWEPT_AFTER }),
    }),
  }
}

/** @throws ApiError 503 `files_apart` */
function requireTogether(others: readonly string[], what: string): void {
  if (others.length === 0) return
  const named = others.map((name) => `[${name}]`).join(', ')
  throw new ApiError('files_apart', { detail: `This host stores files in another place than ${named}. ${what}` })
}

const NO_KEY =
  '[files.open] takes the key of a file, which [files.put] returned, but got none. The record may have no file.'

/** The two letters between keep directories small. */
const nameOf = (plugin: string, key: string) => `${plugin}/${key.slice(0, 2)}/${key}`

interface Rules {
  /** The directory for the file until a store takes it. */
  readonly directory: string
  readonly limit: number
  readonly mediaType: string
}

/**
 * Writes the content to a new file, flushes it to the disk, and measures and hashes it on the way. Uses constant memory.
 * @throws ApiError 413 `body_too_large`; the file is then removed
 * @throws TypeError if the content is not what `put` takes
 */
async function receiveFile(
  content: Readable | Buffer | string,
  { directory, limit, mediaType }: Rules,
): Promise<ArrivedFile> {
  requireContent(content)
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
    await pipeline(chunksOf(content), measured, target)
  } catch (error) {
    // The stream may still be opening the file, which would create it again after the removal.
    if (!target.closed) await new Promise<void>((resolve) => void target.once('close', () => resolve()))
    await rm(file, { force: true })
    // Node discards an unread body by itself, but not the rest of one.
    if (content instanceof IncomingMessage) content.resume()
    throw error
  }
  return { path: file, size, sha256: hash.digest('hex'), mediaType }
}

function requireContent(content: unknown): void {
  if (content instanceof Readable || Buffer.isBuffer(content) || typeof content === 'string') return
  const given = (content as object | null | undefined)?.constructor.name ?? String(content)
  throw new TypeError(
    `[context.files.put] requires a Readable, a Buffer or a string, and was given [${given}]. The body of a \`raw\` route is \`koa.req\`, ` +
      'where `koa` is the second argument of its handler.',
  )
}

/** A failing pipeline destroys its source. A request must stay intact, because the caller has to receive the failure. */
function chunksOf(content: Readable | Buffer | string): AsyncIterable<Buffer | string> {
  if (content instanceof IncomingMessage) return content.iterator({ destroyOnReturn: false })
  return content instanceof Readable ? content : Readable.from([content])
}

const tooLarge = (limit: number) =>
  new ApiError('body_too_large', {
    detail: `The file is larger than the limit of [${limit}] bytes. Send a smaller one.`,
  })
