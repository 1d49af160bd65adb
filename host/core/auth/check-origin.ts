import { ApiError } from '@atrium/sdk'
import type { Identity } from './identity.ts'
import { isSameOrigin } from './is-same-origin.ts'
import type { Sender } from './is-same-origin.ts'

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

export interface OriginCheck extends Sender {
  readonly method: string
  /** Who `authenticate` found. */
  readonly identity: Identity | undefined
}
