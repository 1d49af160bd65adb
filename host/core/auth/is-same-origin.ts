import type { IncomingHttpHeaders } from 'node:http'

/** A request's headers, and the host it was sent to: `Host`, or what a trusted proxy says of it. */
export interface Sender {
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
