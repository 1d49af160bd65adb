import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@atrium/sdk'
import type { Identity } from './identity.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Prevents cross-site request forgery, including sign-in as somebody else. A request that changes something with a cookie needs
 * `Sec-Fetch-Site: same-origin` or `none`, or an `Origin` that is the host. Requests with a bearer token are exempt, because browsers never
 * add one. Requests with neither our cookie nor one of these headers are exempt too, because they do not come from a browser.
 * @throws ApiError `origin_refused`
 */
export function checkOrigin({ method, identity, ...sender }: OriginCheck): void {
  if (SAFE.has(method) || isToken(identity) || isSameOrigin(sender)) return
  const { origin, 'sec-fetch-site': site } = sender.headers
  if (!identity && origin === undefined && site === undefined) return
  throw new ApiError('origin_refused', {
    detail:
      `A page of [${origin ?? 'an unknown origin'}] may not send ${method} requests to [${sender.host}] with a person's cookie. ` +
      'Send it from the platform’s own pages, or use `Authorization: Bearer …` in a program.',
  })
}

const isToken = (identity: Identity | undefined) => identity !== undefined && identity.by !== 'cookie'

interface OriginCheck extends Sender {
  readonly method: string
  /** The result of `authenticate`. */
  readonly identity: Identity | undefined
}

/** A request's headers and the host it was sent to, as in `Host` or as reported by a trusted proxy. */
interface Sender {
  readonly headers: Pick<IncomingHttpHeaders, 'origin'> & { readonly 'sec-fetch-site'?: string | string[] | undefined }
  readonly host: string
}

/**
 * Whether the headers say that the request comes from a page of this host or from the address bar. False without such headers. A
 * WebSocket opened with a cookie must be checked too, because CORS does not apply to it.
 */
export function isSameOrigin({ headers, host }: Sender): boolean {
  const site = headers['sec-fetch-site']
  return site === 'same-origin' || site === 'none' || isOriginOf(host, headers.origin)
}

function isOriginOf(host: string, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const { protocol, host: sender } = new URL(origin)
  const own = `${protocol}//${host}`
  return sender !== '' && URL.canParse(own) && new URL(own).host === sender
}
