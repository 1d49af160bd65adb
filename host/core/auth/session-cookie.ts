import type { ParameterizedContext } from 'koa'
import type { Client, NewSession } from './sessions.ts'

const NAME = 'atrium_session'
/** Browsers accept this prefix only over https and for exactly one host, so a sibling domain cannot plant the cookie (RFC 6265bis). */
const SECURE_NAME = `__Host-${NAME}`

const patternOf = (name: string) => new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`)
const PATTERN = patternOf(NAME)
const SECURE_PATTERN = patternOf(SECURE_NAME)

/**
 * Reads the session's secret from a `Cookie` header; undefined if there is none or it is malformed.
 * @param options.secure whether the client used https; if so, the plain name is ignored, because a sibling domain could have planted it
 */
export function readSessionCookie(cookie: string | undefined, { secure }: { secure: boolean }): string | undefined {
  if (cookie === undefined) return undefined
  return (SECURE_PATTERN.exec(cookie) ?? (secure ? null : PATTERN.exec(cookie)))?.[1]
}

/** Sets the session cookie: for this host only, hidden from scripts, not sent with other sites' forms. */
export function setSessionCookie(koa: ParameterizedContext, { secret, expires_at }: NewSession): void {
  koa.cookies.set(nameFor(koa), secret, { ...attributesFor(koa), expires: new Date(expires_at) })
}

/** Deletes the session cookie in the browser. */
export function clearSessionCookie(koa: ParameterizedContext): void {
  koa.cookies.set(nameFor(koa), null, attributesFor(koa))
}

/** The secret of the session that the client has, or had. */
export const formerSecretOf = ({ headers, secure }: ParameterizedContext) =>
  readSessionCookie(headers.cookie, { secure })

/** The client of a request that may start a session. */
export function clientOf(koa: ParameterizedContext): Client {
  return { address: koa.ip, userAgent: koa.headers['user-agent'], formerSecret: formerSecretOf(koa) }
}

const nameFor = ({ secure }: ParameterizedContext) => (secure ? SECURE_NAME : NAME)

function attributesFor({ secure }: ParameterizedContext) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure, signed: false, overwrite: true } as const
}
