import type { Caller, Routes } from '@atrium/sdk'
import { ApiError, created, Type } from '@atrium/sdk'
import { deviceOf, requireNotBeyond, toPrincipal } from '../auth/index.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { addPasskey, confirmTotp, dropIdleCodes, resetMethods } from './sign-in-methods.ts'
import {
  CodeBody,
  Codes,
  Methods,
  NewTotp,
  OwnSession,
  PasskeyAnswer,
  PasskeyBody,
  PasskeyName,
  ProofBody,
} from './step-schemas.ts'

const closed = { additionalProperties: false }
const free = { transaction: false } as const
const Enrolled = Type.Partial(Codes)

/**
 * Declares the routes with which people manage their own sign-in methods and sessions. Changing a sign-in method requires a recent proof of
 * identity.
 */
export function declareAccountRoutes(routes: Routes, methods: SignInMethods): void {
  const { confirmation, passkeys } = methods
  routes
    .get('/methods', { response: Methods, summary: 'How you can sign in' }, ({ caller }) =>
      describeMethods(methods, caller),
    )
    .post(
      '/confirm',
      { ...free, body: ProofBody, summary: 'Prove that it is still you, for 10 minutes' },
      ({ caller, body }) => confirmation.confirm(toPrincipal(caller), body),
    )
    .post(
      '/confirm/passkey-options',
      { ...free, response: Type.Object({}), summary: 'Get a challenge to confirm with a passkey' },
      async ({ caller }) => passkeys.beginUse((await confirmation.owner(toPrincipal(caller))).user.id),
    )
  declareTotpRoutes(routes, methods)
  declarePasskeyRoutes(routes, methods)
  declareSessionRoutes(routes, methods)
  routes.delete(
    '/people/{id}/methods',
    {
      ...free,
      params: Type.Object({ id: Type.String() }),
      permission: 'platform.users.update',
      summary: 'Remove the second factors of a person who has lost them, and end their sessions',
    },
    async ({ caller, params: { id } }) => {
      const by = toPrincipal(caller)
      requireNotBeyond(by, await methods.accounts.held(await methods.accounts.reached(id, by)))
      await resetMethods(methods, id)
    },
  )
}

async function describeMethods(methods: SignInMethods, caller: Caller) {
  const { confirmation, totp, codes, passkeys, site, requirementsOf } = methods
  const { user } = await confirmation.owner(toPrincipal(caller))
  const since = await totp.confirmedAt(user.id)
  const { origin, passkeyDomain } = site()
  return {
    password: user.password_hash !== null,
    ...(since !== undefined && { totp_since: since }),
    recovery_codes_left: await codes.left(user.id),
    passkeys: await passkeys.list(user.id),
    ...(passkeyDomain !== undefined && { passkeys_at: origin }),
    providers: (await methods.oidcPeople.accountsOf(user.id)).map(({ provider, ...used }) => ({
      title: methods.providers().find(({ id }) => id === provider)?.title ?? provider,
      ...used,
    })),
    required: await requirementsOf(user),
  }
}

function declareTotpRoutes(routes: Routes, methods: SignInMethods): void {
  const { confirmation, totp, codes } = methods
  routes
    .post('/totp', { ...free, response: NewTotp, summary: 'Set up an authenticator app' }, async ({ caller }) =>
      totp.enrol((await confirmation.recentOwner(toPrincipal(caller))).user),
    )
    .post(
      '/totp/confirm',
      { ...free, body: CodeBody, response: Enrolled, summary: 'Confirm your authenticator app with a code' },
      async ({ caller, body }) => {
        const { user } = await confirmation.recentOwner(toPrincipal(caller))
        return confirmTotp(methods, user, body.code)
      },
    )
    .delete('/totp', { ...free, summary: 'Remove your authenticator app' }, async ({ caller }) => {
      const { user } = await confirmation.recentOwner(toPrincipal(caller))
      if (!(await totp.remove(user.id))) throw notYours('authenticator app', 'totp')
      await dropIdleCodes(methods, user.id)
    })
    .post('/recovery-codes', { ...free, response: Codes, summary: 'Get new recovery codes' }, async ({ caller }) => {
      const { user } = await confirmation.recentOwner(toPrincipal(caller))
      return { recovery_codes: await codes.renew(user.id) }
    })
}

function declarePasskeyRoutes(routes: Routes, methods: SignInMethods): void {
  const { confirmation, passkeys } = methods
  const params = Type.Object({ id: Type.String() })
  routes
    .post(
      '/passkeys/options',
      { ...free, response: Type.Object({}), summary: 'Begin to add a passkey' },
      async ({ caller }) => passkeys.beginAdding((await confirmation.recentOwner(toPrincipal(caller))).user),
    )
    .post(
      '/passkeys',
      {
        ...free,
        body: PasskeyBody,
        response: Type.Object({ ...PasskeyAnswer.properties, ...Enrolled.properties }, closed),
        summary: 'Add the passkey that your browser made',
      },
      async ({ caller, body }) => {
        const { user } = await confirmation.recentOwner(toPrincipal(caller))
        const { passkey, recovery_codes } = await addPasskey(methods, user, body)
        return created({ ...passkey, ...(recovery_codes && { recovery_codes }) })
      },
    )
    .patch(
      '/passkeys/{id}',
      {
        ...free,
        params,
        body: Type.Object({ name: PasskeyName }, closed),
        response: PasskeyAnswer,
        summary: 'Rename a passkey',
      },
      async ({ caller, params: { id }, body: { name } }) => {
        const { user } = await confirmation.owner(toPrincipal(caller))
        return (await passkeys.rename(user.id, id, name.trim())) ?? refuse(notYours('passkey', id))
      },
    )
    .delete('/passkeys/{id}', { ...free, params, summary: 'Remove a passkey' }, async ({ caller, params: { id } }) => {
      const { user } = await confirmation.recentOwner(toPrincipal(caller))
      if ((await passkeys.remove(user.id, id)) === 0) throw notYours('passkey', id)
      await dropIdleCodes(methods, user.id)
    })
}

function declareSessionRoutes(routes: Routes, { confirmation, sessions, steps, database }: SignInMethods): void {
  routes
    .get('/sessions', { response: Type.Array(OwnSession), summary: 'Where you are signed in' }, async ({ caller }) => {
      const { user, sessionId } = await confirmation.owner(toPrincipal(caller))
      const own = await sessions.list({ user_id: user.id })
      return own.map(({ id, user_agent, address, created_at, last_seen_at, methods }) => ({
        ...{ id, address, created_at, last_seen_at, device: deviceOf(user_agent ?? '') },
        methods: JSON.parse(methods ?? '[]') as string[],
        current: id === sessionId,
      }))
    })
    .delete(
      '/sessions/{id}',
      { ...free, params: Type.Object({ id: Type.String() }), summary: 'Sign out elsewhere' },
      async ({ caller, params: { id } }) => {
        const { user } = await confirmation.owner(toPrincipal(caller))
        const own = await sessions.list({ user_id: user.id })
        if (!own.some((session) => session.id === id)) throw notYours('session', id)
        await sessions.endById(id)
      },
    )
    .delete('/sessions', { ...free, summary: 'Sign out everywhere else' }, async ({ caller }) => {
      const { user, sessionId } = await confirmation.owner(toPrincipal(caller))
      await database.transaction(async () => {
        await sessions.endOthers(user.id, { except: sessionId })
        await steps.revoke(user.id)
      })
    })
}

const notYours = (what: string, id: string) =>
  new ApiError('record_not_found', { detail: `You have no ${what} [${id}]. It may have been removed.` })

function refuse(error: ApiError): never {
  throw error
}
