import type { Routes } from '@atrium/sdk'
import { ApiError, created, Type } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { networkOf, type Principal, setSessionCookie } from '../auth/index.ts'
import { type Entered, isPending } from './entrance.ts'
import { OidcError } from './oidc.ts'
import { describeSession } from './own-account.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { clearStepCookie, readStepCookie, setStepCookie } from './step-cookie.ts'
import { SignInAnswer } from './step-schemas.ts'

const VISIT = 'atrium_oidc'
const open = { open: true, raw: true } as const
const params = Type.Object({ provider: Type.String({ maxLength: 120 }) })

/**
 * Declares the start and the return of a visit to an identity provider. Browsers open them, so they answer with redirects, even for
 * failures.
 */
export function declareOidcRoutes(routes: Routes, methods: SignInMethods): void {
  const { oidc, limitBegin, log } = methods
  routes
    .get(
      '/oidc/{provider}',
      { ...open, params, query: ReturnTo, summary: 'Sign in at an identity provider' },
      async ({ params: { provider }, query }, koa) => {
        limitBegin(networkOf(koa.ip))
        const found = oidc.provider(provider)
        await redirecting(koa, log, async () => {
          const { url, secret } = await oidc.begin(found, ownPath(query.return_to))
          setStepCookie(koa, VISIT, secret)
          return url.href
        })
      },
    )
    .get(
      '/oidc/{provider}/callback',
      { ...open, params, response: SignInAnswer, summary: 'Sign in with the account of an identity provider' },
      async ({ params: { provider } }, koa) => {
        const found = oidc.provider(provider)
        const secret = readStepCookie(koa, VISIT)
        clearStepCookie(koa, VISIT)
        let signedIn: Principal | undefined
        await redirecting(koa, log, async () => {
          const { entered, return_to } = await enter(methods, koa, { provider: found, secret })
          if (isPending(entered)) return `/sign-in?next=${encodeURIComponent(return_to)}`
          signedIn = entered.caller
          return return_to
        })
        return signedIn && created(await describeSession(signedIn, methods.users)) // for the audit
      },
    )
}

const ReturnTo = Type.Object({ return_to: Type.Optional(Type.String({ maxLength: 2_000 })) })

type Found = ReturnType<SignInMethods['oidc']['provider']>

/** Starts the session, or a sign-in that needs another step, and sets its cookie. */
async function enter(
  { oidc, oidcPeople, entrance, sessions, devices }: SignInMethods,
  koa: ParameterizedContext,
  { provider, secret }: { provider: Found; secret: string | undefined },
): Promise<{ entered: Entered; return_to: string }> {
  const { claims, return_to } = await oidc.finish(provider, { secret, search: koa.search })
  const user = await oidcPeople.personOf(provider, claims)
  const client = devices.clientOf(koa)
  const proved = ['oidc', ...(provider.second_factor === true ? ['provider_factor' as const] : [])] as const
  const entered = await sessions.beginning(client, () => entrance.enter(user, proved, client))
  if (isPending(entered)) setStepCookie(koa, 'atrium_sign_in', entered.token)
  else {
    setSessionCookie(koa, entered)
    devices.remember(koa, user.id)
  }
  return { entered, return_to }
}

/** Redirects to the address that the work returns, or to the sign-in page with the problem. */
async function redirecting(
  koa: ParameterizedContext,
  log: SignInMethods['log'],
  work: () => Promise<string>,
): Promise<void> {
  koa.status = 303
  try {
    koa.redirect(await work())
  } catch (error) {
    const problem = problemOf(error)
    log.warn('sign-in refused', { by: 'oidc', address: koa.ip, problem, err: error })
    koa.redirect(`/sign-in?problem=${problem}`)
  }
}

function problemOf(error: unknown): string {
  if (error instanceof OidcError) return error.problem
  if (error instanceof ApiError) return 'refused'
  throw error
}

/** A path of this host, never another site. */
export function ownPath(wanted: string | undefined): string {
  return wanted !== undefined && /^\/(?![/\\])[^\\\x00-\x1f]*$/.test(wanted) ? wanted : '/'
}
