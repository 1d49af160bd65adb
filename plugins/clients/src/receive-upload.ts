import type { IncomingMessage } from 'node:http'
import { addAbortSignal, PassThrough, Readable, Transform } from 'node:stream'
import { ApiError, type Call, type Files, invalid_values, type Once, type StoredFile } from '@atrium/sdk'
import type { errors, File } from 'formidable'
import { firstOf, requireEachOnce, requireKnownFields } from './upload-fields.ts'

/** A received file and the form fields sent with it. */
export interface Upload {
  /** Already stored. */
  readonly file: StoredFile
  /** The first `HEAD` bytes, enough to detect the type of the file. */
  readonly head: Buffer
  /** The client's file name, without directories and control characters. */
  readonly name: string
  /** The media type that the client declared, in lower case and without parameters. */
  readonly declared: string
  readonly fields: Readonly<Record<string, string>>
}

/** Bytes kept in memory to detect the type of a file. Office documents need this many. */
export const HEAD = 64 * 1024

/** How an upload is received. */
export interface UploadOptions {
  readonly files: Files
  /** The largest accepted file, in bytes. */
  readonly limit: number
  /** The schema of the form: a field outside its properties is refused. */
  readonly takes: { readonly properties: object }
}

/**
 * Receives a file and passes it to `work`, once per `Idempotency-Key`. If the work fails or was already done, the new file is deleted.
 * @throws ApiError whatever `work` and the reading of the body throw
 */
export async function withUpload<Result>(
  request: IncomingMessage,
  { once, ...options }: UploadOptions & Pick<Call, 'once'>,
  work: (upload: Upload) => Promise<Result>,
): Promise<Once<Result>['result']> {
  const upload = await receiveUpload(request, options)
  const discardUpload = () => options.files.delete(upload.file.key)
  try {
    const { result, replayed } = await once(identityOf(upload), () => work(upload))
    if (replayed) await discardUpload()
    return result
  } catch (error) {
    await discardUpload()
    throw error
  }
}

/** Two uploads with the same identity are the same request. */
const identityOf = ({ file: { sha256 }, name, declared, fields }: Upload) => ({ sha256, name, declared, fields })

/**
 * Stores the part `file` of a multipart body while it arrives, in constant memory.
 * @throws ApiError 400 `body_malformed`, 413 `body_too_large`, 415 `media_type_unsupported`, 422 without a file, with unknown fields, or with
 * one that is sent twice. Nothing stays stored then.
 */
async function receiveUpload(request: IncomingMessage, { files, limit, takes }: UploadOptions): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw notMultipart()
  // Imported on first use: most hosts start without ever receiving a file.
  const { errors, formidable } = await import('formidable')
  let arriving: Arriving | undefined
  const failed = new AbortController()
  const form = formidable({
    maxFiles: 1,
    maxFields: 20,
    maxFieldsSize: 64 * 1024,
    maxFileSize: limit,
    maxTotalFileSize: limit,
    filter: ({ name }) => name === 'file',
    // formidable types its argument as a persistent file, but calls this with one that is not on disk.
    fileWriteStreamHandler: (file) => {
      // formidable does not end the file when the form has failed, and may open it even after that.
      const target = addAbortSignal(failed.signal, new PassThrough())
      if (!failed.signal.aborted) arriving = arrive(target, file as unknown as File, { files, limit })
      return target
    },
  })
  const readPart = form.onPart.bind(form)
  let isNamed = true
  form.onPart = (part) => {
    isNamed &&= Boolean(part.name)
    return readPart(part)
  }
  try {
    const [fields] = await form.parse(wholeBody(request))
    if (!isNamed) throw unnamedPart()
    requireKnownFields(Object.keys(fields), Object.keys(takes.properties))
    requireEachOnce(fields)
    if (arriving === undefined)
      throw invalid_values([{ pointer: '/file', message: 'Choose a file', keyword: 'required' }])
    const file = await arriving.stored
    const { head, name, declared } = arriving
    return { file, head, name, declared, fields: firstOf(fields) }
  } catch (error) {
    failed.abort()
    const unstored = await discard(arriving, files)
    // A client reads the answer only after it has sent the whole body.
    request.unpipe().resume()
    // formidable only reports that the file accepts no more data.
    const reason = (error as Error).name === 'AbortError' ? (unstored ?? error) : error
    throw uploadError(reason, { limit, errors })
  }
}

const notMultipart = () =>
  new ApiError('media_type_unsupported', {
    detail: 'Send the file as [multipart/form-data], in a part named [file].',
  })

const unnamedPart = () =>
  new ApiError('body_malformed', {
    detail:
      'A part of the body has no name. Give each one a header such as [Content-Disposition: form-data; name="file"].',
  })

/** Bytes that may follow the last boundary. */
const LONGEST_EPILOGUE = 1024

/**
 * Passes the body on and fails if its last boundary is missing. formidable treats a body that stops after any boundary as complete, and the
 * missing fields might have contained `dry_run`.
 */
function wholeBody(request: IncomingMessage): IncomingMessage {
  const [, quoted, plain = ''] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(request.headers['content-type'] ?? '') ?? []
  const last = `--${quoted ?? plain}--`
  const kept = last.length + LONGEST_EPILOGUE
  let end = Buffer.alloc(0)
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      end = Buffer.concat([end, chunk.subarray(-kept)]).subarray(-kept)
      done(null, chunk)
    },
    flush: (done) => done(end.includes(last) ? null : endsEarly()),
  })
  request.once('error', (error) => body.destroy(error))
  request.once('close', () => request.complete || body.destroy(new Error('The client has left.')))
  return Object.assign(request.pipe(body), { headers: request.headers }) as unknown as IncomingMessage
}

const endsEarly = () =>
  new ApiError('body_malformed', {
    detail: 'The body ends before its last boundary (RFC 7578), so something is missing. Send it again, and all of it.',
  })

/** A file that is being stored. */
type Arriving = Pick<Upload, 'head' | 'name' | 'declared'> & { readonly stored: Promise<StoredFile> }

function arrive(source: PassThrough, file: File, { files, limit }: Pick<UploadOptions, 'files' | 'limit'>): Arriving {
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
  // Awaited only after the whole form is parsed; until then a failure must not count as unhandled.
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

function nameOf({ originalFilename }: File): string {
  const name = (originalFilename ?? '').split(/[\\/]/).at(-1) ?? ''
  return name.replaceAll(/\p{C}/gu, '').trim().slice(0, 200) || 'unnamed'
}

/** Deletes the file. Returns the error if it could not be stored. */
async function discard(arriving: Arriving | undefined, files: Files): Promise<unknown> {
  try {
    const file = await arriving?.stored
    if (file) await files.delete(file.key)
    return undefined
  } catch (error) {
    return error
  }
}

/** Translates the errors of formidable; other errors are unchanged. */
function uploadError(error: unknown, { limit, errors: codes }: { limit: number; errors: typeof errors }): unknown {
  if (error instanceof ApiError) return error
  switch ((error as { code?: unknown }).code) {
    case codes.biggerThanMaxFileSize:
    case codes.biggerThanTotalMaxFileSize:
      return new ApiError('body_too_large', {
        detail: `The file is larger than the limit of [${limit}] bytes. Send a smaller file.`,
      })
    case codes.maxFieldsSizeExceeded:
    case codes.maxFieldsExceeded:
      return new ApiError('body_too_large', {
        detail: 'The fields sent with the file are too many or too long. Send fewer or shorter ones.',
      })
    case codes.maxFilesExceeded:
      return invalid_values([{ pointer: '/file', message: 'Send one file at a time', keyword: 'maxItems' }])
    case codes.noEmptyFiles:
    case codes.smallerThanMinFileSize:
      return invalid_values([{ pointer: '/file', message: 'This file is empty', keyword: 'minLength' }])
    case codes.malformedMultipart:
    case codes.missingMultipartBoundary:
    case codes.missingContentType:
    case codes.unknownTransferEncoding:
      return new ApiError('body_malformed', {
        detail: 'The body is not well-formed multipart/form-data (RFC 7578). Correct it and send it again.',
      })
    default:
      return error
  }
}
