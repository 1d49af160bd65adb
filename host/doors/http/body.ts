import { ApiError } from '@atrium/sdk'
import type { Middleware, ParameterizedContext } from 'koa'
import type * as KoaBody from 'koa-body'
import type { IncomingMessage } from 'node:http'
import { latePackage } from '../../base/lifetime/index.ts'

const JSON_TYPES = ['application/json', 'application/merge-patch+json']

/** Reads the body of a request. Resolves to undefined without a body. */
export type ReadBody = (koa: ParameterizedContext) => Promise<unknown>

/**
 * Makes the reader of JSON bodies; uploads are for raw operations. A member `__proto__` is refused as malformed.
 * @param limit in bytes
 * @throws ApiError 400 `body_malformed`, 413 `body_too_large`, 415 `media_type_unsupported`
 */
export function createReadBody(limit: number): ReadBody {
  let parser: Middleware | undefined
  return async (koa) => {
    if (!hasBody(koa.req)) return undefined
    requireJson(koa.req)
    // The parser takes a length of more than 31 bits for another one, and would wait for the body.
    if (Number(koa.req.headers['content-length']) > limit) throw tooLarge(limit)
    const parse = (parser ??= createParser(limit))
    const isUtf8 = followEncoding(koa.req)
    try {
      await parse(koa, nothing)
    } catch (error) {
      // Node discards an unread body by itself, but the rest of a partly read one has to be drained.
      koa.req.resume()
      throw error
    }
    if (!isUtf8())
      throw new ApiError('body_malformed', {
        detail: 'The body is not valid UTF-8 (RFC 8259 section 8.1). Encode it as UTF-8.',
      })
    const { body } = koa.request as { body?: unknown }
    return body === '' ? undefined : body
  }
}

/** Loaded with the first body, because it imports zod and formidable, 7 MB that a read-only host does not need. */
const parsing = latePackage<typeof KoaBody>('koa-body')

function createParser(limit: number): Middleware {
  const { HttpMethodEnum, koaBody } = parsing()
  const { POST, PUT, PATCH, DELETE } = HttpMethodEnum
  return koaBody({
    jsonTypes: JSON_TYPES,
    jsonLimit: limit,
    jsonStrict: false,
    text: false,
    urlencoded: false,
    parsedMethods: [POST, PUT, PATCH, DELETE],
    onError: (error) => {
      throw toApiError(error, limit)
    },
  })
}

const nothing = () => Promise.resolve()

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Refuses compressed bodies too: they could unpack to more than the limit. */
function requireJson({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupported(`The Content-Encoding [${encoding}]`)
  if (!JSON_TYPES.includes(type.trim()))
    throw unsupported(type === '' ? 'A body without Content-Type' : `[${type.trim()}]`)
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) throw unsupported(`[${charset}]`)
}

/**
 * Checks the encoding while the body is read. The parser replaces invalid UTF-8 by U+FFFD, and the stored text would differ from the sent
 * one.
 */
function followEncoding(request: IncomingMessage): () => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = true
  const decode = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      valid = false
    }
  }
  request.on('data', decode)
  return () => {
    request.off('data', decode)
    decode()
    return valid
  }
}

const unsupported = (what: string) =>
  new ApiError('media_type_unsupported', {
    detail: `${what} is not supported here. Send uncompressed JSON in UTF-8 as [${JSON_TYPES.join('] or [')}].`,
  })

const tooLarge = (limit: number) =>
  new ApiError('body_too_large', { detail: `The body exceeds the limit of [${limit}] bytes. Send less.` })

/** The errors of raw-body and JSON.parse. */
interface ParsingError extends Error {
  status?: number
  body?: string
}

function toApiError(error: ParsingError, limit: number): Error {
  if (error.status === 413) return tooLarge(limit)
  if (error.body === undefined) return error
  const reason = error.message.replace(/ (in JSON )?at position .*$/s, '')
  return new ApiError('body_malformed', { detail: `The body is not valid JSON${placeOf(error)}: ${reason}.` })
}

/** Converts the offset that JSON.parse reports to line and column. Some messages quote the surrounding text instead. */
function placeOf({ message, body = '' }: ParsingError): string {
  const offset = /at position (\d+)/.exec(message)?.[1]
  if (offset === undefined) return ''
  const lines = body.slice(0, Number(offset)).split('\n')
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
