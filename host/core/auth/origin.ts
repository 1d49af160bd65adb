import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@atrium/sdk'
import type { Identity } from './identity.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Keeps other sites' pages from changing something with a person's cookie, and from signing a person in as somebody else: such
 * requests need `Sec-Fetch-Site: same-origin` or `none`, or an `Origin` that is the host. A bearer token is exempt, because no
 * browser adds one by itself; so is what carries neither a cookie of ours nor any of the two headers, because no browser sent it.
 * @throws ApiError `origin_refused`
 */
export function checkOrigin({ method, identity, ...sender }: OriginCheck): void {
  if (SAFE.has(method) || isToken(identity) || isSameOrigin(sender)) return
  const { origin, 'sec-fetch-site': site } = sender.headers
  if (!identity && origin === undefined && site === undefined) return
  throw new ApiError('origin_refused', {
    detail:
      `A page of [${origin ?? 'an unknown origin'}] may not send ${method} requests to [${sender.host}] with a person's cookie. ` +
      'Send it from the platform’s own pages; programs use `Authorization: Bearer …`.',
  })
}

const isToken = (identity: Identity | undefined) => identity !== undefined && identity.by !== 'cookie'

interface OriginCheck extends Sender {
  readonly method: string
  /** Who `authenticate` found. */
  readonly identity: Identity | undefined
}

/** A request's headers, and the host it was sent to: `Host`, or what a trusted proxy says of it. */
interface Sender {
  readonly headers: Pick<IncomingHttpHeaders, 'origin'> & { readonly 'sec-fetch-site'?: string | string[] | undefined }
  readonly host: string
}

/**
 * Whether a browser says that the request comes from a page of this host, or from nobody's page (typed into the address bar).
 * False where no header says anything. A WebSocket that is opened with a cookie needs this too: no browser asks there first.
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
