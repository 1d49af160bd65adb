import type { ParameterizedContext } from 'koa'
import type { NewSession } from './sessions.ts'

const NAME = 'atrium_session'
/** A browser takes this name only over https and for the whole of one host, so that no neighbour can plant a cookie (RFC 6265bis). */
const SECURE_NAME = `__Host-${NAME}`

const patternOf = (name: string) => new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`)
const PATTERN = patternOf(NAME)
const SECURE_PATTERN = patternOf(SECURE_NAME)

/**
 * The session's secret in a `Cookie` header; undefined for anything that cannot be one.
 * @param options.secure the client came over https: then the plain name, which a neighbour could have planted, is not looked at
 */
export function readSessionCookie(cookie: string | undefined, { secure }: { secure: boolean }): string | undefined {
  if (cookie === undefined) return undefined
  return (SECURE_PATTERN.exec(cookie) ?? (secure ? null : PATTERN.exec(cookie)))?.[1]
}

/** Hands the session to the browser: for this host only, unseen by scripts, not sent along by other sites' forms. */
export function setSessionCookie(koa: ParameterizedContext, { secret, expires_at }: NewSession): void {
  koa.cookies.set(nameFor(koa), secret, { ...attributesFor(koa), expires: new Date(expires_at) })
}

/** Has the browser forget the session. */
export function clearSessionCookie(koa: ParameterizedContext): void {
  koa.cookies.set(nameFor(koa), null, attributesFor(koa))
}

const nameFor = ({ secure }: ParameterizedContext) => (secure ? SECURE_NAME : NAME)

function attributesFor({ secure }: ParameterizedContext) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure, signed: false, overwrite: true } as const
}
