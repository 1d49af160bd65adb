import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { readyHead } from './ready-head.ts'
import type { Prepared } from './send.ts'

/** Content encodings in the order of preference, the smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const

/** A content encoding that the host can send. */
export type Encoding = (typeof ENCODINGS)[number]

/** Answers of at least this many bytes are compressed. Smaller ones fit into one packet anyway. */
export const SMALLEST_COMPRESSED = 1_400

/** The best available encoding that a client accepts (RFC 9110 section 12.5.3). Undefined: send it unencoded. */
export function encodingFor(
  { headers }: IncomingMessage,
  isThere: (encoding: Encoding) => boolean = () => true,
): Encoding | undefined {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' ? ENCODINGS.find((each) => isThere(each) && takes(accepted, each)) : undefined
}

/** `br;q=0` refuses it. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name = '', weight = 'q=1'] = each.toLowerCase().split(';')
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })
}

/** Text is compressed unless its handler has compressed it. */
export const isCompressible = (type: string, headers: Readonly<Record<string, string>> = {}): boolean =>
  /^(?:text\/|application\/([\w.-]+\+)?json)/.test(type) && headers['content-encoding'] === undefined

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Not as small as possible: answers are made for one reader. */
const EFFORT = { gzip: { level: 5 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }

/** Compresses in a thread of the pool. */
export const compress = (text: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip' ? deflate(text, EFFORT.gzip) : brotli(text, EFFORT.br)

/** The same for what comes in pieces. */
export const compressor = (encoding: Encoding): Transform =>
  encoding === 'gzip' ? createGzip(EFFORT.gzip) : createBrotliCompress(EFFORT.br)

/** A prepared answer for clients that accept an encoding. */
type EncodedAnswer = Pick<Prepared, 'body' | 'headers' | 'validators' | 'heads'>

const encodedAnswers = new WeakMap<Prepared, Map<Encoding, EncodedAnswer>>()

/**
 * A prepared answer in an encoding. The first request gets it uncompressed while it is being compressed; its tag is the same from the
 * start. Cached as long as the prepared answer.
 */
export function encodedAnswer(prepared: Prepared, encoding: Encoding): EncodedAnswer {
  const made = encodedAnswers.get(prepared) ?? new Map<Encoding, EncodedAnswer>()
  const known = made.get(encoding)
  if (known !== undefined) return known
  const validators = weakened(prepared.validators)
  const answerOf = (body: Buffer, headers: readonly string[]): EncodedAnswer => ({
    ...{ body, headers, validators },
    heads: { 200: readyHead(200, headers), 304: readyHead(304, validators) },
  })
  const asItIs = answerOf(prepared.body, weakened(prepared.headers))
  encodedAnswers.set(prepared, made.set(encoding, asItIs))
  void compress(prepared.body, encoding).then(
    (body) => made.set(encoding, answerOf(body, encodedHeaders(prepared.headers, { encoding, length: body.length }))),
    // Without memory to compress it, it stays uncompressed.
    () => undefined,
  )
  return asItIs
}

/** Headers with a weak tag, because an encoding has different bytes; for `If-Match` both tags are equivalent. */
export const weakened = (headers: readonly string[]): string[] =>
  headers.map((text, at) =>
    at % 2 === 1 && /^etag$/i.test(headers[at - 1] ?? '') && !text.startsWith('W/') ? `W/${text}` : text,
  )

/** The headers of an answer for its compressed body; `length` is undefined for HEAD, because it is unknown. */
export function encodedHeaders(
  headers: readonly string[],
  { encoding, length }: { encoding: Encoding; length: number | undefined },
): string[] {
  const sent = weakened(headers)
  const at = sent.findIndex((name, index) => index % 2 === 0 && /^content-length$/i.test(name))
  if (at !== -1) sent.splice(at, 2)
  return ['Content-Encoding', encoding, ...(length === undefined ? [] : ['Content-Length', String(length)]), ...sent]
}
