import { ApiError } from '@atrium/sdk'
import type { Middleware, ParameterizedContext } from 'koa'
import type { IncomingMessage } from 'node:http'

const JSON_TYPES = ['application/json', 'application/merge-patch+json']

/** Reads the body of a request. Undefined: there is none. */
export type ReadBody = (koa: ParameterizedContext) => Promise<unknown>

/**
 * Reads JSON bodies, and nothing else: uploads are for raw operations. A member `__proto__` is refused as malformed.
 * @param limit in bytes
 * @throws ApiError 400 `body_malformed`, 413 `body_too_large`, 415 `media_type_unsupported`
 */
export function createReadBody(limit: number): ReadBody {
  let parsing: Promise<Middleware> | undefined
  return async (koa) => {
    if (!hasBody(koa.req)) return undefined
    requireJson(koa.req)
    parsing ??= createParser(limit)
    const parse = await parsing
    const isUtf8 = followEncoding(koa.req)
    try {
      await parse(koa, nothing)
    } catch (error) {
      // Node throws away a body that nobody has begun to read; the rest of one that is given up has to be let through.
      koa.req.resume()
      throw error
    }
    if (!isUtf8()) throw new ApiError('body_malformed', { detail: 'The body is not in UTF-8 (RFC 8259 section 8.1).' })
    const { body } = koa.request as { body?: unknown }
    return body === '' ? undefined : body
  }
}

/** Imported when the first body comes: koa-body brings zod and formidable along, 7 MB that a host which is only read does without. */
async function createParser(limit: number): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
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

/** A compressed body could unpack to more than any limit on what is sent. */
function requireJson({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupported(`The Content-Encoding [${encoding}]`)
  if (!JSON_TYPES.includes(type.trim()))
    throw unsupported(type === '' ? 'A body without Content-Type' : `[${type.trim()}]`)
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) throw unsupported(`[${charset}]`)
}

/** The parser puts U+FFFD in the place of bytes that are no UTF-8: another text would be kept than was sent. */
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
    detail: `${what} is not taken here. Send JSON in UTF-8, not compressed, as [${JSON_TYPES.join('] or [')}].`,
  })

/** What raw-body and JSON.parse throw. */
interface ParsingError extends Error {
  status?: number
  body?: string
}

function toApiError(error: ParsingError, limit: number): Error {
  if (error.status === 413) {
    return new ApiError('body_too_large', {
      detail: `The body is larger than the [${limit}] bytes taken here. Send less.`,
    })
  }
  if (error.body === undefined) return error
  const reason = error.message.replace(/ (in JSON )?at position .*$/s, '')
  return new ApiError('body_malformed', { detail: `The body is not valid JSON${placeOf(error)}: ${reason}.` })
}

/** JSON.parse tells an offset, where a person looks for a line, or quotes what is around. */
function placeOf({ message, body = '' }: ParsingError): string {
  const offset = /at position (\d+)/.exec(message)?.[1]
  if (offset === undefined) return ''
  const lines = body.slice(0, Number(offset)).split('\n')
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
