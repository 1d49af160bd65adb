import type { Routes } from '@atrium/sdk'
import { ApiError, Type } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { networkOf, setSessionCookie } from '../auth/index.ts'
import { isPending } from './entrance.ts'
import { OidcError } from './oidc.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { clearStepCookie, readStepCookie, setStepCookie } from './step-cookie.ts'

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
      { ...open, params, summary: 'Where an identity provider sends people back to' },
      async ({ params: { provider } }, koa) => {
        const found = oidc.provider(provider)
        const secret = readStepCookie(koa, VISIT)
        clearStepCookie(koa, VISIT)
        await redirecting(koa, log, () => enter(methods, koa, { provider: found, secret }))
      },
    )
}

const ReturnTo = Type.Object({ return_to: Type.Optional(Type.String({ maxLength: 2_000 })) })

type Found = ReturnType<SignInMethods['oidc']['provider']>

/** Starts the session, and returns the next address: the requested page or the next step. */
async function enter(
  { oidc, oidcPeople, entrance, sessions, devices }: SignInMethods,
  koa: ParameterizedContext,
  { provider, secret }: { provider: Found; secret: string | undefined },
): Promise<string> {
  const { claims, return_to } = await oidc.finish(provider, { secret, search: koa.search })
  const user = await oidcPeople.personOf(provider, claims)
  const client = devices.clientOf(koa)
  const proved = ['oidc', ...(provider.second_factor === true ? ['provider_factor' as const] : [])] as const
  const entered = await sessions.beginning(client, () => entrance.enter(user, proved, client))
  if (!isPending(entered)) {
    setSessionCookie(koa, entered)
    devices.remember(koa, user.id)
    return return_to
  }
  setStepCookie(koa, 'atrium_sign_in', entered.token)
  return `/sign-in?next=${encodeURIComponent(return_to)}`
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
