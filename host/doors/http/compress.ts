import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Prepared } from './send.ts'

/** Content encodings in the order of preference, the smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const

/** A content encoding that the host can send. */
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes. What is smaller fits into one packet anyway. */
const SMALLEST = 1_400

/** The best encoding that a client accepts (RFC 9110 section 12.5.3) among those that there are. Undefined: send it as it is. */
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

/** Text is compressed unless it is short or its handler has done so. */
export const isCompressible = (type: string, bytes: number, headers: Readonly<Record<string, string>> = {}): boolean =>
  bytes >= SMALLEST &&
  /^(?:text\/|application\/([\w.-]+\+)?json)/.test(type) &&
  headers['content-encoding'] === undefined

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compresses in a thread of the pool. Not as small as possible: answers are made for one reader. */
export function compress(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip'
    ? deflate(text, { level: 5 })
    : brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

/** What a prepared answer becomes in an encoding. */
interface EncodedAnswer {
  readonly body: Buffer
  readonly headers: readonly string[]
}

const encodedAnswers = new WeakMap<Prepared, Map<Encoding, EncodedAnswer | undefined>>()

/**
 * A prepared answer in an encoding. It is compressed beside the first request, which gets it as it is: undefined until then. Kept as
 * long as the prepared answer.
 */
export function encodedAnswer(prepared: Prepared, encoding: Encoding): EncodedAnswer | undefined {
  const made = encodedAnswers.get(prepared) ?? new Map<Encoding, EncodedAnswer | undefined>()
  if (made.has(encoding)) return made.get(encoding)
  encodedAnswers.set(prepared, made.set(encoding, undefined))
  void compress(prepared.body, encoding).then((body) =>
    made.set(encoding, { body, headers: encodedHeaders(prepared.headers, { encoding, length: body.length }) }),
  )
  return undefined
}

const weak = (tag: string) => (tag.startsWith('W/') ? tag : `W/${tag}`)

/** The same headers for a compressed body. A tag becomes weak, because the bytes are others; as `If-Match` both mean the same. */
export function encodedHeaders(
  headers: readonly string[],
  { encoding, length }: { encoding: Encoding; length: number | undefined },
): string[] {
  const sent = ['Content-Encoding', encoding, ...(length === undefined ? [] : ['Content-Length', String(length)])]
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    if (/^content-length$/i.test(name)) continue
    sent.push(name, /^etag$/i.test(name) ? weak(value) : value)
  }
  return sent
}
