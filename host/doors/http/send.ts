import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HEAVY, notJson, type Outcome, weightOf } from '../../core/operations/index.ts'
import {
  compress,
  compressor,
  type Encoding,
  encodedAnswer,
  encodedHeaders,
  encodingFor,
  isCompressible,
  SMALLEST_COMPRESSED,
  weakened,
} from './compress.ts'
import type { HttpExchange } from './http-exchange.ts'
import { JsonPieces } from './json-pieces.ts'
import { readyHead, writeReadyHead } from './ready-head.ts'

/** Headers that pages of other origins may read if a proxy in front of Atrium enables CORS. */
const EXPOSED =
  'X-Total-Count, X-Offset, X-Limit, X-Summary, Link, Location, ETag, Undo, Retry-After, Idempotency-Replayed'

/**
 * Headers of every API answer, as a flat list, the fastest form for `writeHead`. The security headers are for HTML
 * only.
 */
export const API_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Expose-Headers',
  EXPOSED,
  'Vary',
  'Cookie, Authorization, Atrium-Preview, Accept-Encoding',
]

export const REQUEST_ID = 'X-Request-Id'

/** The source of an answer failed while it was sent. It is too late for a problem document, so it is only logged. */
export class StreamBroken extends Error {
  override readonly name = 'StreamBroken'

  constructor(cause: unknown) {
    super('The answer stream failed while it was being sent.', { cause })
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const BINARY = 'application/octet-stream'

/** Sends the outcome of an operation: JSON, text with its own Content-Type, a stream, or nothing. */
export function sendOutcome(exchange: HttpExchange, { status, headers, body }: Outcome): void | Promise<void> {
  const { request, response, method, id } = exchange
  const sent = [...API_HEADERS, REQUEST_ID, id]
  for (const [name, value] of Object.entries(headers)) sent.push(name, value)
  if (headers['cache-control'] === undefined) sent.push('Cache-Control', 'private, no-cache')
  if (exchange.identity?.caller.preview) forbidStoring(sent)
  const tag = status === 200 && (method === 'GET' || method === 'HEAD') ? headers.etag : undefined
  if (tag !== undefined && isFresh(request.headers['if-none-match'], tag)) {
    // An unread stream would keep its file open.
    if (body instanceof Readable) body.destroy()
    const isWeak = request.headers['if-none-match']?.includes(`W/${tag}`)
    response.writeHead(304, isWeak ? weakened(sent) : sent).end()
    return
  }
  const type = headers['content-type']
  if (type === undefined && body !== undefined) sent.push('Content-Type', body instanceof Readable ? BINARY : JSON_TYPE)
  if (body instanceof Readable) return sendStream(exchange, body, { status, sent })
  if (type === undefined && weightOf(body, HEAVY) >= HEAVY)
    return sendPieces(exchange, new JsonPieces(body), { status, sent })
  // A string with its own type, such as CSV, is sent unchanged.
  const isText = body === undefined || (typeof body === 'string' && type !== undefined)
  const text = isText ? (body ?? '') : (JSON.stringify(body) as string | undefined)
  if (text === undefined) throw notJson(body)
  const length = Buffer.byteLength(text)
  const mayShrink = length >= SMALLEST_COMPRESSED && isCompressible(type ?? JSON_TYPE, headers)
  const encoding = mayShrink ? encodingFor(request) : undefined
  if (encoding !== undefined) return sendCompressed(exchange, text, { status, sent, encoding })
  if (status !== 204) sent.push('Content-Length', String(length))
  response.writeHead(status, sent)
  response.end(method === 'HEAD' || status === 204 ? undefined : text)
}

/** HEAD then has no length, because the length is unknown in advance. */
async function sendCompressed({ response, method }: HttpExchange, text: string, head: EncodedHead): Promise<void> {
  const { status, sent, encoding } = head
  const body = method === 'HEAD' ? undefined : await compress(text, encoding)
  response.writeHead(status, encodedHeaders(sent, { encoding, length: body?.length }))
  response.end(body)
}

/**
 * Answers in a preview are not cached, so that they never mix with those of the viewer. They have no ETag, because it would be the same for
 * a record although the preview shows less of it.
 */
function forbidStoring(headers: string[]): void {
  for (let at = headers.length - 2; at >= 0; at -= 2)
    if (/^(cache-control|etag)$/i.test(headers[at] ?? '')) headers.splice(at, 2)
  headers.push('Cache-Control', 'no-store')
}

interface Head {
  readonly status: number
  readonly sent: string[]
}

interface StreamHead extends Head {
  /** What the stream passes through on its way. */
  readonly through?: readonly Transform[]
}

interface EncodedHead extends Head {
  readonly encoding: Encoding
}

/** Has no length, because that is not known in advance. */
function sendPieces(exchange: HttpExchange, body: JsonPieces, { status, sent }: Head): Promise<void> {
  const encoding = encodingFor(exchange.request)
  if (encoding === undefined) return sendStream(exchange, body, { status, sent })
  const head = { status, sent: encodedHeaders(sent, { encoding, length: undefined }) }
  return sendStream(exchange, body, { ...head, through: [compressor(encoding)] })
}

async function sendStream({ response, method }: HttpExchange, body: Readable, head: StreamHead): Promise<void> {
  const { status, sent, through = [] } = head
  response.writeHead(status, sent)
  if (method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  const pieces = body.readableObjectMode ? Readable.from(onlyBytes(body)) : body
  await pipeline([pieces, ...through, response]).catch((error: NodeJS.ErrnoException) => {
    // Only this error means that the client left.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw new StreamBroken(error)
  })
}

/** Passes on text and bytes. An object would end the process: the response throws it outside of the pipeline. */
async function* onlyBytes(pieces: AsyncIterable<unknown>): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    if (typeof piece === 'string' || piece instanceof Uint8Array) yield piece
    else throw new TypeError(`The stream contains a [${typeof piece}]. Its pieces have to be text or bytes.`)
  }
}

/**
 * Sends a prepared answer, or 304 if the client already has it.
 * @param status default 200; only such an answer can be a 304
 */
export function sendPrepared(exchange: HttpExchange, prepared: Prepared, status: 200 | 404 = 200): void {
  const { request, response, method, id } = exchange
  exchange.level = 'debug'
  const encoding = prepared.isCompressible ? encodingFor(request) : undefined
  const answer = encoding === undefined ? prepared : encodedAnswer(prepared, encoding)
  const sentStatus = status === 200 && isFresh(request.headers['if-none-match'], prepared.tag) ? 304 : status
  const isPreview = exchange.identity?.caller.preview !== undefined
  const head = isPreview || sentStatus === 404 ? undefined : answer.heads[sentStatus]
  if (head === undefined || !writeReadyHead(response, head, `${REQUEST_ID}: ${id}\r\n`)) {
    const sent = [...(sentStatus === 304 ? answer.validators : answer.headers), REQUEST_ID, id]
    if (isPreview) forbidStoring(sent)
    response.writeHead(sentStatus, sent)
  }
  response.statusCode = sentStatus
  response.end(method === 'HEAD' || sentStatus === 304 ? undefined : answer.body)
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 section 13.1.2). `tag` is in quotes. */
function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

/** A complete answer in memory, down to its bytes. */
export interface Prepared {
  /** Strong, in quotes. */
  readonly tag: string
  readonly body: Buffer
  /** Whether it is compressed for clients that accept that. Files already have their encodings. */
  readonly isCompressible: boolean
  /** Flat: name, value, name, value. */
  readonly headers: readonly string[]
  /** The headers that a 304 repeats (RFC 9110 section 15.4.5). */
  readonly validators: readonly string[]
  /** The first lines of the answers, made of `headers` and of `validators`. */
  readonly heads: Readonly<Record<200 | 304, string>>
}

/** @param validators headers that 200 and 304 share, as a flat list */
export function prepare(
  body: Buffer,
  tag: string,
  { type, validators, compress = false }: { type: string; validators: readonly string[]; compress?: boolean },
): Prepared {
  const shared = ['ETag', tag, ...validators]
  const headers = ['Content-Type', type, 'Content-Length', String(body.length), ...shared]
  const mayShrink = compress && body.length >= SMALLEST_COMPRESSED && isCompressible(type)
  return {
    ...{ tag, body, headers, validators: shared, isCompressible: mayShrink },
    heads: { 200: readyHead(200, headers), 304: readyHead(304, shared) },
  }
}
