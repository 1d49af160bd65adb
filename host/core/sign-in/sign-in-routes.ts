import type { Routes } from '@atrium/sdk'
import { ApiError, created, Type } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { networkOf, setSessionCookie } from '../auth/index.ts'
import { describeSession } from './own-account.ts'
import type { Entered, Underway } from './entrance.ts'
import { isPending, wrongProof } from './entrance.ts'
import type { NextStep } from './sign-in-gate.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { addPasskey, confirmTotp, ownerOfPasskey } from './sign-in-methods.ts'
import { clearStepCookie, readStepCookie, setStepCookie } from './step-cookie.ts'
import { CodeBody, NewTotp, PasskeyBody, PasskeyUseBody, SignInAnswer, SignInState } from './step-schemas.ts'

const STEP = 'atrium_sign_in'
const open = { open: true, raw: true, transaction: false } as const

/**
 * Declares the steps of signing in. Nobody is signed in yet, so the routes are open; the cookie of the pending sign-in, which is not a
 * session, identifies the person.
 */
export function declareSignInRoutes(routes: Routes, methods: SignInMethods): void {
  const { entrance, passkeys, site } = methods
  const find = (koa: ParameterizedContext) => entrance.find(readStepCookie(koa, STEP))
  const require = async (koa: ParameterizedContext) => (await find(koa)) ?? refuseExpired()

  routes
    .get(
      '/sign-in',
      { open: true, raw: true, response: SignInState, summary: 'The ways to sign in, and what a sign-in still needs' },
      async ({ caller }, koa) => {
        const pending = await find(koa)
        const { origin, passkeyDomain } = site()
        return send(koa, {
          ...(passkeyDomain !== undefined && { passkeys_at: origin }),
          providers: methods.oidc.list(),
          ...(pending && { pending: describeStep(pending.next, pending.user.name) }),
          ...(caller.id !== 'anonymous' && { signed_in: true }),
        })
      },
    )
    .delete('/sign-in', { ...open, summary: 'Give up a sign-in that was begun' }, async (_call, koa) => {
      const token = readStepCookie(koa, STEP)
      if (token !== undefined) await methods.steps.use('sign_in', token)
      clearStepCookie(koa, STEP)
      koa.status = 204
    })
    .post(
      '/sign-in/code',
      { ...open, body: CodeBody, response: SignInAnswer, summary: 'Send the code of an app, or a recovery code' },
      async ({ body }, koa) => {
        const underway = await require(koa)
        return answerEntered(koa, methods, await entrance.byCode(underway, body.code, methods.devices.clientOf(koa)))
      },
    )
    .post(
      '/sign-in/passkey/options',
      { ...open, response: Type.Object({}), summary: 'Get a challenge for a passkey' },
      async (_call, koa) => {
        const underway = await find(koa)
        methods.limitBegin(networkOf(koa.ip))
        return send(koa, await passkeys.beginUse(underway?.user.id))
      },
    )
    .post(
      '/sign-in/passkey',
      {
        ...open,
        body: PasskeyUseBody,
        response: SignInAnswer,
        summary: 'Sign in, or take the next step, with a passkey',
      },
      async ({ body: { response } }, koa) => {
        const client = methods.devices.clientOf(koa)
        const underway = await find(koa)
        const isStep = underway?.next.step === 'verify'
        const user = await methods.limits.counting(client.address, () =>
          ownerOfPasskey(methods, response, isStep ? underway.user : undefined),
        )
        const entered = isStep
          ? await entrance.proceed(underway, 'passkey', client)
          : await methods.sessions.beginning(client, () => entrance.enter(user, ['passkey'], client))
        return answerEntered(koa, methods, entered)
      },
    )
  declareEnrolment(routes, methods, require)
}

/** People whose roles require a second factor set it up before they are admitted. */
function declareEnrolment(
  routes: Routes,
  methods: SignInMethods,
  require: (koa: ParameterizedContext) => Promise<Underway>,
): void {
  const { entrance, totp, passkeys } = methods
  const requireEnrolment = async (koa: ParameterizedContext, method: 'totp' | 'passkey') => {
    const underway = await require(koa)
    if (underway.next.step === 'enrol' && underway.next.methods.includes(method)) return underway
    throw wrongProof()
  }
  routes
    .post(
      '/sign-in/totp',
      { ...open, response: NewTotp, summary: 'Set up an authenticator app that your roles require' },
      async (_call, koa) => {
        const { user } = await requireEnrolment(koa, 'totp')
        return send(koa, await totp.enrol(user))
      },
    )
    .post(
      '/sign-in/totp/confirm',
      { ...open, body: CodeBody, summary: 'Confirm the authenticator app with a code' },
      async ({ body }, koa) => {
        const underway = await requireEnrolment(koa, 'totp')
        const enrolled = await confirmTotp(methods, underway.user, body.code)
        return answerEntered(
          koa,
          methods,
          await entrance.proceed(underway, 'totp', methods.devices.clientOf(koa)),
          enrolled,
        )
      },
    )
    .post(
      '/sign-in/passkeys/options',
      { ...open, response: Type.Object({}), summary: 'Begin to add a passkey that your roles require' },
      async (_call, koa) => {
        const { user } = await requireEnrolment(koa, 'passkey')
        return send(koa, await passkeys.beginAdding(user))
      },
    )
    .post(
      '/sign-in/passkeys',
      { ...open, body: PasskeyBody, summary: 'Add the passkey that your roles require' },
      async ({ body }, koa) => {
        const underway = await requireEnrolment(koa, 'passkey')
        const { passkey, ...enrolled } = await addPasskey(methods, underway.user, body)
        return answerEntered(
          koa,
          methods,
          await entrance.proceed(underway, 'passkey', methods.devices.clientOf(koa)),
          enrolled,
        )
      },
    )
}

/** Answers with a session and its cookie, or with the missing step and the cookie of the pending sign-in. */
export async function answerEntered(
  koa: ParameterizedContext,
  { users, steps, devices }: Pick<SignInMethods, 'users' | 'steps' | 'devices'>,
  entered: Entered,
  more: object = {},
) {
  if (isPending(entered)) {
    const step = await steps.find<object>('sign_in', entered.token)
    const user = step?.userId ? await users.find(step.userId) : undefined
    setStepCookie(koa, STEP, entered.token)
    koa.status = 202
    koa.body = { ...describeStep(entered.next, user?.name ?? ''), ...more }
    return undefined
  }
  const info = await describeSession(entered.caller, users)
  setSessionCookie(koa, entered)
  devices.remember(koa, entered.caller.id)
  clearStepCookie(koa, STEP)
  koa.status = 201
  koa.body = { ...info, ...more }
  return created(info) // for the audit: the caller is still anonymous, this names the person
}

/** Answers a raw route, which needs the context for its cookies. */
export function send<Body>(koa: ParameterizedContext, body: Body): Body {
  koa.body = body
  return body
}

function describeStep(next: NextStep, name: string) {
  if (next.step === 'refused') throw wrongProof()
  return { step: next.step, methods: [...next.methods], name }
}

function refuseExpired(): never {
  throw new ApiError('credentials_invalid', {
    detail: 'No sign-in is under way, or it took longer than 10 minutes. Start again with your password or a passkey.',
  })
}
