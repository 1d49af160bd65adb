import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import helmet from 'helmet'
import type { HttpExchange } from '../../http/index.ts'
import type { Encoding, Prepared } from '../../http/index.ts'
import { encodingFor, prepare, sendPrepared } from '../../http/index.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Returns the media type for the extension of a file name. Default: `application/octet-stream`. */
export const mediaTypeOf = (name: string): string => TYPES[extname(name)] ?? 'application/octet-stream'

/**
 * Inline styles are allowed, because Mantine and Swagger UI need them. Inline scripts are not. `'self'` includes WebSockets of this
 * host (CSP 3).
 */
const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  // A blob is a file that the page itself has read.
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
}

const setHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: POLICY },
  // Subdomains may belong to other servers, which may not support HTTPS.
  strictTransportSecurity: { includeSubDomains: false },
  xFrameOptions: { action: 'deny' },
})

/** The security headers of every HTML response, as a flat list. Helmet computes them once, because they never differ. */
export const HTML_HEADERS: readonly string[] = collect()

function collect(): string[] {
  const headers: string[] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}

/** The headers of files whose names contain a hash of their content. */
export const FOREVER: readonly string[] = [
  'Cache-Control',
  'public, max-age=31536000, immutable',
  'X-Content-Type-Options',
  'nosniff',
]

/** The bytes of a file, by Content-Encoding. */
export interface Contents {
  readonly identity: Buffer
  readonly br?: Buffer | undefined
  readonly gzip?: Buffer | undefined
}

/** A file prepared for sending in each of its encodings. */
export type Asset = Readonly<Record<keyof Contents, Prepared | undefined>> & { readonly identity: Prepared }

/**
 * Prepares a file in each encoding that `contents` has.
 * @param headers a flat list; `Vary` and `Content-Encoding` are added
 */
export function makeAsset(contents: Contents, type: string, headers: readonly string[]): Asset {
  const hash = createHash('sha256').update(contents.identity).digest('base64url').slice(0, 16)
  const encoded = (name: Encoding) => {
    const body = contents[name]
    const validators = [...headers, 'Vary', 'Accept-Encoding', 'Content-Encoding', name]
    return body && prepare(body, `"${hash}.${name}"`, { type, validators })
  }
  const identity = prepare(contents.identity, `"${hash}"`, {
    type,
    validators: [...headers, 'Vary', 'Accept-Encoding'],
  })
  return { identity, br: encoded('br'), gzip: encoded('gzip') }
}

/** Sends the smallest encoding that the client accepts. */
export function sendAsset(exchange: HttpExchange, asset: Asset, status?: 200 | 404): void {
  const encoding = encodingFor(exchange.request, (each) => asset[each] !== undefined)
  sendPrepared(exchange, (encoding && asset[encoding]) ?? asset.identity, status)
}
