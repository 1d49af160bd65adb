import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import type { Files, StoredFile, InvalidValue } from '@atrium/sdk'
import { ApiError, invalid_values, nearest_name } from '@atrium/sdk'
import type { File, errors } from 'formidable'

/** A file that has come in, and the fields that came with it. */
export interface Upload {
  /** Stored already: whoever does not keep it deletes it. */
  readonly file: StoredFile
  /** Its beginning, to tell what it is. */
  readonly head: Buffer
  /** As the client calls it; without directories and control characters. */
  readonly name: string
  /** What the client says it is, in lower case and without parameters. */
  readonly declared: string
  readonly fields: Readonly<Record<string, string>>
}

/** The bytes of a beginning: enough to tell what a file is, office documents included. */
export const HEAD = 64 * 1024

/** A stored file, and what is only known while it arrives. */
type Arriving = Pick<Upload, 'head' | 'name' | 'declared'> & { readonly stored: Promise<StoredFile> }

/**
 * Stores the file in the part `file` of a multipart body as it comes, in constant memory.
 * @param options.limit of the file, in bytes
 * @param options.takes what there may be beside the file
 * @throws ApiError 400 `body_malformed`, 413 `body_too_large`, 415 `media_type_unsupported`, 422 without a file or with fields that
 * nobody reads; nothing is kept then
 */
export async function receiveUpload(
  request: IncomingMessage,
  { files, limit, takes }: { files: Files; limit: number; takes: { readonly properties: object } },
): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw notMultipart()
  // Loaded with the first file that comes.
  const { errors, formidable } = await import('formidable')
  let arriving: Arriving | undefined
  const form = formidable({
    maxFiles: 1,
    maxFields: 20,
    maxFieldsSize: 64 * 1024,
    maxFileSize: limit,
    maxTotalFileSize: limit,
    filter: ({ name }) => name === 'file',
    // Typed for what is on a disk already, called with what is not.
    fileWriteStreamHandler: (file) => {
      const target = new PassThrough()
      arriving = arrive(target, file as unknown as File, { files, limit })
      return target
    },
  })
  try {
    const [fields] = await form.parse(request)
    requireKnownFields(Object.keys(fields), Object.keys(takes.properties))
    if (arriving === undefined)
      throw invalid_values([{ pointer: '/file', message: 'Choose a file', keyword: 'required' }])
    const file = await arriving.stored
    const { head, name, declared } = arriving
    return { file, head, name, declared, fields: firstOf(fields) }
  } catch (error) {
    await discard(arriving, files)
    // The client can read why once it has sent all of it.
    request.resume()
    throw uploadError(error, { limit, errors })
  }
}

function arrive(source: PassThrough, file: File, { files, limit }: { files: Files; limit: number }): Arriving {
  const head = Buffer.alloc(HEAD)
  let size = 0
  async function* content() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (size < HEAD) size += chunk.copy(head, size)
      yield chunk
    }
  }
  const declared = (file.mimetype ?? '').toLowerCase().split(';', 1)[0]?.trim() ?? ''
  const stored = files.put(Readable.from(content()), { limit, ...(declared && { media_type: declared }) })
  // It is awaited once the form has come to its end.
  stored.catch(() => undefined)
  return {
    stored,
    declared: declared.replace(/^image\/jpg$/, 'image/jpeg'),
    name: nameOf(file),
    get head() {
      return head.subarray(0, size)
    },
  }
}

async function discard(arriving: Arriving | undefined, files: Files): Promise<void> {
  const file = await arriving?.stored.catch(() => undefined)
  if (file) await files.delete(file.key)
}

function nameOf({ originalFilename }: File): string {
  const name = (originalFilename ?? '').split(/[\\/]/).at(-1) ?? ''
  return name.replaceAll(/\p{C}/gu, '').trim().slice(0, 200) || 'unnamed'
}

const firstOf = (fields: Readonly<Record<string, readonly string[] | undefined>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values?.[0] ?? '']))

const notMultipart = () =>
  new ApiError('media_type_unsupported', {
    detail: 'Send the file as [multipart/form-data], in a part named [file].',
  })

/**
 * Refuses fields beside the file that nobody reads: they were meant to do something.
 * @throws ApiError 422 `validation_failed`
 */
function requireKnownFields(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name))
  const found = unknown.map((name): InvalidValue => {
    const nearest = nearest_name(name, known)
    const hint = nearest === undefined ? '' : `; did you mean [${nearest}]?`
    const pointer = `/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { pointer, message: `There is no such field${hint}`, keyword: 'additionalProperties' }
  })
  if (found.length > 0) throw invalid_values(found)
}

/** What formidable found, as the API tells it; anything else stays as it is. */
function uploadError(error: unknown, { limit, errors: codes }: { limit: number; errors: typeof errors }): unknown {
  if (error instanceof ApiError) return error
  switch ((error as { code?: unknown }).code) {
    case codes.biggerThanMaxFileSize:
    case codes.biggerThanTotalMaxFileSize:
      return new ApiError('body_too_large', {
        detail: `The file is larger than the [${limit}] bytes taken here. Send less.`,
      })
    case codes.maxFieldsSizeExceeded:
    case codes.maxFieldsExceeded:
      return new ApiError('body_too_large', { detail: 'The fields beside the file are more than what is taken here.' })
    case codes.maxFilesExceeded:
      return invalid_values([{ pointer: '/file', message: 'Send one file at a time', keyword: 'maxItems' }])
    case codes.noEmptyFiles:
    case codes.smallerThanMinFileSize:
      return invalid_values([{ pointer: '/file', message: 'This file is empty', keyword: 'minLength' }])
    case codes.malformedMultipart:
    case codes.missingMultipartBoundary:
    case codes.missingContentType:
    case codes.unknownTransferEncoding:
      return new ApiError('body_malformed', { detail: 'The body is no well-formed multipart/form-data (RFC 7578).' })
    default:
      return error
  }
}

/** What makes an upload the same as another, for its `Idempotency-Key`: the file by its hash, and all that is said about it. */
export const askedOfUpload = ({ file: { sha256 }, name, declared, fields }: Upload) => ({
  sha256,
  name,
  declared,
  fields,
})
