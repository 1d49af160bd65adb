import { ApiError } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { isSameOrigin } from '../../core/auth/index.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i

/**
 * Keeps other sites' pages away, as MCP asks of every server, whatever token they hold. A page whose own name leads to this machine
 * (DNS rebinding) is of the same origin by its looks: what comes to a loopback address unencrypted has to name one. A proxy in
 * front speaks https to browsers.
 * @throws ApiError 403 `origin_refused`
 */
export function requireOwnOrigin({ req, host }: ParameterizedContext): void {
  const { origin } = req.headers
  if (origin === undefined) return
  if (isSameOrigin({ headers: { origin }, host }) && !isRebound(origin, req.socket.localAddress)) return
  throw new ApiError('origin_refused', {
    detail: `A page of [${origin}] may not speak to the agents' endpoint of [${host}]. Programs send no Origin.`,
  })
}

function isRebound(origin: string, localAddress = ''): boolean {
  const { protocol, hostname } = new URL(origin)
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(localAddress)
  return isLocal && protocol === 'http:' && !LOOPBACK.test(hostname)
}
