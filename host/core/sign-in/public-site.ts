import { isIP } from 'node:net'

/** Where people reach the platform. Never taken from a request, whose `Host` header anybody can choose. */
export interface PublicSite {
  /** With the base path, without a trailing slash: what addresses begin with. */
  readonly url: string
  /** Without a trailing slash, such as `https://atrium.example.org`. */
  readonly origin: string
  /** The domain of passkeys; undefined if browsers allow none there: at an address without a name, and without https. */
  readonly passkeyDomain?: string
}

/** Derives the site from its configured address. */
export function publicSite(url: string): PublicSite {
  const { origin, protocol, hostname, pathname } = new URL(url)
  const own = { origin, url: origin + pathname.replace(/\/$/, '') }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const hasName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return hasName && (isLocal || protocol === 'https:') ? { ...own, passkeyDomain: hostname } : own
}
