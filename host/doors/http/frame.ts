import { type IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@atrium/sdk'
import { toProblem } from '../../base/errors/index.ts'

/** The base path of the host, and the origins that may call it. */
export interface FrameOptions {
  /** The path below which everything is served, such as `/atrium`. Default: the whole address. */
  readonly basePath?: string | undefined
  /** Origins whose pages may read answers of the API (CORS), without cookies. Default: none. */
  readonly corsOrigins?: readonly string[] | undefined
}

/** Wraps every request and answer, so that the code inside does not know the base path. */
export interface Frame {
  /** For `createServer`. */
  readonly ServerResponse: typeof ServerResponse
  /** Removes the base path from a request. False if the request is already answered: it is outside the base path, or a preflight. */
  enter(request: IncomingMessage, response: ServerResponse): boolean
  /** The same for a request that becomes a WebSocket. */
  enterUpgrade(request: IncomingMessage): void
}

/** Container platforms request these at the root of the host. */
const PROBES = /^\/(livez|readyz)(?![^?])/

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** Seconds for which browsers keep the answer to a preflight. */
const PREFLIGHT_SECONDS = 600

/** Makes the frame. Undefined if there is nothing to change, to avoid any cost. */
export function createFrame({ basePath = '', corsOrigins = [] }: FrameOptions): Frame | undefined {
  if (basePath === '' && corsOrigins.length === 0) return undefined
  const mayRead = ({ url = '', headers: { origin } }: IncomingMessage) =>
    origin !== undefined && corsOrigins.includes(origin) && url.startsWith('/api/')

  /** Whether the request is below the base path, which is removed. */
  function isInside(request: IncomingMessage): boolean {
    const url = pathOf(request)
    const rest = url.slice(basePath.length)
    const isBelow = url.startsWith(basePath) && /^($|[/?])/.test(rest)
    if (isBelow) Object.assign(request, { originalUrl: url, url: rest.startsWith('/') ? rest : `/${rest}` })
    if (isBelow && basePath !== '') renameCookies(request)
    return isBelow || PROBES.test(url)
  }

  return {
    ServerResponse: responseOf({ basePath, corsOrigins, mayRead }) as typeof ServerResponse,
    enter: (request, response) => {
      if (!isInside(request)) return sendOutside(response, basePath)
      const { method, headers } = request
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined || !mayRead(request))
        return true
      const wanted = headers['access-control-request-headers'] ?? ''
      response.writeHead(204, ['Access-Control-Allow-Methods', METHODS, 'Access-Control-Allow-Headers', wanted]).end()
      return false
    },
    enterUpgrade: (request) => {
      if (!isInside(request)) request.url = '/'
    },
  }
}

/** The original target of a request, with the base path. */
export const originalUrl = (request: IncomingMessage): string =>
  (request as IncomingMessage & { originalUrl?: string }).originalUrl ?? request.url ?? '/'

/** Proxies may send the absolute form of a target. */
function pathOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * Browsers accept `__Host-` cookies for whole hosts only. Below a path, other programs may use the same host, perhaps another Atrium. So
 * the cookies are named `__Secure-` there, and those of the whole host are ignored.
 */
function renameCookies({ headers }: IncomingMessage): void {
  if (headers.cookie === undefined) return
  const own = headers.cookie.split(/; */).filter((each) => !each.startsWith('__Host-atrium'))
  headers.cookie = own.map((each) => each.replace(/^__Secure-(?=atrium)/, '__Host-')).join('; ')
}

function sendOutside(response: ServerResponse, basePath: string): false {
  const detail = `There is nothing at this address. Atrium is served below [${basePath}] (ATRIUM_BASE_PATH).`
  const { status, headers, body } = toProblem(new ApiError('route_not_found', { detail }), { requestId: '' })
  response.writeHead(status, headers).end(JSON.stringify(body))
  return false
}

type Headers = Record<string, string | string[]>

interface Surroundings {
  readonly basePath: string
  readonly corsOrigins: readonly string[]
  readonly mayRead: (request: IncomingMessage) => boolean
}

/** An answer that sends its headers with the base path and the CORS headers. */
function responseOf({ basePath, corsOrigins, mayRead }: Surroundings) {
  const outside: Readonly<Record<string, (value: string) => string>> = {
    location: (value) => (/^\/(?!\/)/.test(value) ? basePath + value : value),
    undo: (value) => basePath + value,
    link: (value) => value.replaceAll('</', `<${basePath}/`),
    'set-cookie': (value) =>
      value.replace(/^__Host-/, '__Secure-').replace(/(;\s*path=)(?:\/(?=;|$)|(?=\/))/i, `$1${basePath}`),
  }
  return class FramedResponse extends ServerResponse {
    override writeHead(status: number, ...rest: unknown[]): this {
      for (const [name, value] of Object.entries(listed(rest.at(-1)))) this.setHeader(name, value)
      if (basePath !== '') {
        for (const [name, move] of Object.entries(outside)) {
          const value = this.getHeader(name)
          if (value !== undefined) this.setHeader(name, Array.isArray(value) ? value.map(move) : move(String(value)))
        }
      }
      if (corsOrigins.length > 0) this.#allow()
      return super.writeHead(status)
    }

    #allow(): void {
      const vary = this.getHeader('vary')
      this.setHeader('Vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`)
      if (!mayRead(this.req)) return
      this.setHeader('Access-Control-Allow-Origin', this.req.headers.origin ?? '')
      if (this.req.method === 'OPTIONS') this.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    }
  }
}

/** The headers of `writeHead`: a flat list, an object, or none. */
function listed(headers: unknown): Headers {
  if (!Array.isArray(headers)) return typeof headers === 'object' && headers !== null ? (headers as Headers) : {}
  const found: Headers = {}
  for (let at = 0; at < headers.length; at += 2) {
    const name = String(headers[at]).toLowerCase()
    const value = headers[at + 1] as string
    found[name] = name === 'set-cookie' || name in found ? [found[name] ?? [], value].flat() : value
  }
  return found
}
