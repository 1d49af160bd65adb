import type { ParameterizedContext } from 'koa'

/** The cookies of started steps: a sign-in that needs another step, and a visit to an identity provider. */
type StepCookie = 'atrium_sign_in' | 'atrium_oidc'

/** Reads the token of a step; undefined if there is none or it is malformed. */
export function readStepCookie(koa: ParameterizedContext, name: StepCookie): string | undefined {
  const value = koa.cookies.get(nameFor(koa, name), { signed: false })
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Sets the cookie for this host only, hidden from scripts, until the browser is closed. The step itself expires earlier. */
export function setStepCookie(koa: ParameterizedContext, name: StepCookie, token: string): void {
  koa.cookies.set(nameFor(koa, name), token, attributesFor(koa))
}

/** Deletes the cookie in the browser, if it has one. */
export function clearStepCookie(koa: ParameterizedContext, name: StepCookie): void {
  if (koa.cookies.get(nameFor(koa, name), { signed: false }) === undefined) return
  koa.cookies.set(nameFor(koa, name), null, attributesFor(koa))
}

/** Browsers accept this prefix only over https and for exactly one host. */
const nameFor = ({ secure }: ParameterizedContext, name: StepCookie) => (secure ? `__Host-${name}` : name)

function attributesFor({ secure }: ParameterizedContext) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure, signed: false, overwrite: true } as const
}
