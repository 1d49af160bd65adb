import { ApiError } from '@atrium/sdk'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import {
  createRateLimit,
  type ManageUsers,
  type RateLimit,
  type RequirementsOf,
  type Roles,
  type Sessions,
  type User,
  type Users,
} from '../auth/index.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { Confirmation } from './confirmation.ts'
import { Entrance, type EntranceParts } from './entrance.ts'
import type { Passkey } from './passkeys.ts'
import { Passkeys } from './passkeys.ts'
import { Oidc } from './oidc.ts'
import { OidcPeople, type PersonChange } from './oidc-people.ts'
import type { Provider } from './oidc.ts'
import { KnownDevices } from './known-device.ts'
import type { PublicSite } from './public-site.ts'
import { RequiredMethods } from './required-methods.ts'
import { RecoveryCodes } from './recovery-codes.ts'
import { SignInGate } from './sign-in-gate.ts'
import { SignInSteps } from './sign-in-steps.ts'
import { Totp } from './totp.ts'

interface SignInMethodsOptions {
  readonly database: Database
  readonly users: Users
  readonly sessions: Sessions
  readonly limits: SignInLimits
  readonly keys: KeyRing
  readonly site: () => PublicSite
  readonly requirementsOf: RequirementsOf
  readonly accounts: ManageUsers
  readonly roles: Roles
  readonly providers: () => readonly Provider[]
  readonly log: HostLogger
  readonly onNewDevice?: EntranceParts['onNewDevice']
  readonly onPersonChange?: ((change: PersonChange) => Promise<void>) | undefined
  readonly now: () => number
}

/** All sign-in methods besides passwords and links, and the entrance that they share. */
export interface SignInMethods extends SignInMethodsOptions {
  readonly steps: SignInSteps
  readonly totp: Totp
  readonly codes: RecoveryCodes
  readonly passkeys: Passkeys
  readonly gate: SignInGate
  readonly required: RequiredMethods
  readonly entrance: Entrance
  readonly confirmation: Confirmation
  readonly oidc: Oidc
  readonly oidcPeople: OidcPeople
  readonly devices: KnownDevices
  /** Limits, by network, how often steps that leave a row are begun. */
  readonly limitBegin: RateLimit
}

/** Connects the sign-in methods. */
export function createSignInMethods(options: SignInMethodsOptions): SignInMethods {
  const { database, now } = options
  const steps = new SignInSteps(database, { now })
  const totp = new Totp(options)
  const codes = new RecoveryCodes(database, { now })
  const passkeys = new Passkeys({ ...options, steps })
  const required = new RequiredMethods({
    ...options,
    isOffered: (method) =>
      method === 'oidc' ? options.providers().length > 0 : options.site().passkeyDomain !== undefined,
  })
  const gate = new SignInGate({ ...options, totp, passkeys, codes, required })
  const entrance = new Entrance({ ...options, steps, gate, totp, codes, passkeys })
  const confirmation = new Confirmation({ ...options, entrance, passkeys })
  const oidc = new Oidc({ ...options, steps })
  const oidcPeople = new OidcPeople({ ...options, people: options.users, users: options.accounts })
  const devices = new KnownDevices(options.keys)
  const limitBegin = createRateLimit({ points: 100, seconds: 100 })
  return {
    ...options,
    steps,
    totp,
    codes,
    passkeys,
    gate,
    required,
    entrance,
    confirmation,
    oidc,
    oidcPeople,
    devices,
    limitBegin,
  }
}

/** Confirms a new authenticator app. Returns recovery codes if the person had none. @throws ApiError `validation_failed` */
export async function confirmTotp(
  { database, totp, codes, limits }: SignInMethods,
  user: User,
  code: string,
): Promise<{ recovery_codes?: string[] }> {
  const forgive = await limits.attempt({ code: user.id })
  const recovery_codes = await database.transaction(async () => {
    if (!(await totp.confirm(user.id, code.replaceAll(/\s/g, '')))) throw wrongCode()
    return codes.ensure(user.id)
  })
  await forgive()
  return { ...(recovery_codes && { recovery_codes }) }
}

const WRONG_CODE = 'This is not the code that your app shows now. Check that the clock of your device is right.'
const wrongCode = () => new ApiError('validation_failed', { detail: WRONG_CODE, errors: { code: WRONG_CODE } })

/** Adds a passkey. Returns recovery codes too if the person had none. */
export async function addPasskey(
  { passkeys, codes }: SignInMethods,
  user: User,
  made: { response: RegistrationResponseJSON; name: string },
): Promise<{ passkey: Passkey; recovery_codes?: string[] }> {
  const passkey = await passkeys.add(user, made)
  const recovery_codes = await codes.ensure(user.id)
  return { passkey, ...(recovery_codes && { recovery_codes }) }
}

/** Removes recovery codes once the person has no second factor that they could replace. */
export async function dropIdleCodes({ totp, passkeys, codes }: SignInMethods, userId: string): Promise<void> {
  const isIdle = (await totp.confirmedAt(userId)) === undefined && (await passkeys.list(userId)).length === 0
  if (isIdle) await codes.remove(userId)
}

/** Removes everything but the password and ends the sessions of a person who has lost their phone or passkey. */
export async function resetMethods(methods: SignInMethods, userId: string): Promise<void> {
  const { database, totp, passkeys, codes, steps, sessions } = methods
  await sessions.endOthers(userId, { except: undefined })
  await database.transaction(async () => {
    await totp.remove(userId)
    await passkeys.remove(userId)
    await codes.remove(userId)
    await steps.revoke(userId)
  })
}

/** Finds the owner of a passkey: the given person, or anybody. @throws ApiError `credentials_invalid` */
export async function ownerOfPasskey(
  { users, passkeys }: SignInMethods,
  response: AuthenticationResponseJSON,
  person?: User,
): Promise<User> {
  const id = await passkeys.check(response, { userId: person?.id })
  const user = id === undefined ? undefined : await users.find(id)
  if (user) return user
  throw new ApiError('credentials_invalid', {
    detail: 'This passkey is unknown here, or its answer is too old. Try again, or sign in with your password.',
  })
}
