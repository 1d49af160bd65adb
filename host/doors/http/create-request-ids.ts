import { randomBytes } from 'node:crypto'

/** What a caller may send as `X-Request-Id`: it is repeated in the answer and in the log. */
const SANE = /^[\w.:~/+=-]{1,128}$/

/**
 * Names requests: by the caller's own `X-Request-Id` where it is sane, else by a prefix that is random for the process and a
 * count (`k3f9x2aq-1z`), because a random id for each request costs more than all the rest of a small answer.
 */
export function createRequestIds(): (given: string | string[] | undefined) => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return (given) => (typeof given === 'string' && SANE.test(given) ? given : `${prefix}-${(count += 1).toString(36)}`)
}
