import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import {
  type Client,
  deviceOf,
  type Method,
  type NewSession,
  type Sessions,
  type User,
  type Users,
} from '../auth/index.ts'
import { deviceFor, type NewDevice, type SignInClient } from './known-device.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { Passkeys } from './passkeys.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { NextStep, SignInGate } from './sign-in-gate.ts'
import type { SignInSteps } from './sign-in-steps.ts'
import type { Totp } from './totp.ts'

/** A sign-in that needs another step. It is not a session: it only allows that step. */
export interface PendingSignIn {
  /** The value of its cookie; shown once. */
  readonly token: string
  readonly next: NextStep
}

/** The result of a sign-in. */
export type Entered = NewSession | PendingSignIn

/** Whether a sign-in needs another step. */
export const isPending = (entered: Entered): entered is PendingSignIn => 'next' in entered

/** A pending sign-in: its person, the completed and the missing factors. */
export interface Underway {
  readonly token: string
  readonly user: User
  readonly proved: readonly Method[]
  readonly next: NextStep
}

export interface EntranceParts {
  readonly database: Database
  readonly users: Users
  readonly sessions: Sessions
  readonly steps: SignInSteps
  readonly gate: SignInGate
  readonly totp: Totp
  readonly codes: RecoveryCodes
  readonly passkeys: Passkeys
  readonly limits: SignInLimits
  readonly log: HostLogger
  /** Called in the transaction in which the session starts. */
  readonly onNewDevice?: ((device: NewDevice) => Promise<void>) | undefined
}

/** The only place where sessions start: once all factors that the person has set up or their roles require are proved. */
export class Entrance {
  readonly #parts: EntranceParts

  constructor(parts: EntranceParts) {
    this.#parts = parts
  }

  /** Starts a session, or a sign-in that needs another step. Call it in the transaction that verified the factors. */
  async enter(user: User, proved: readonly Method[], client: Client): Promise<Entered> {
    const { database, sessions, steps, gate, log } = this.#parts
    const next = await gate.next(user, proved)
    if (next?.step === 'refused') throw next.refusal
    if (next) return { token: await steps.begin('sign_in', { userId: user.id, data: { proved } }), next }
    await this.#noteDevice(user, client)
    const { address } = client
    database.afterCommit(() => log.info('signed in', { user: user.id, address, methods: proved }))
    return sessions.start(user, client, { methods: proved })
  }

  /** The first sign-in of a person, and each one with a known browser, needs no notice. */
  async #noteDevice(user: User, client: SignInClient): Promise<void> {
    const { onNewDevice, users } = this.#parts
    if (onNewDevice === undefined || deviceFor(client, user) !== undefined) return
    if (!(await users.hasSignedIn(user.id))) return
    await onNewDevice({ user_id: user.id, name: deviceOf(client.userAgent ?? ''), address: client.address })
  }

  /** Finds a pending sign-in. Undefined if its token is unknown, used or expired, or its person is disabled. */
  async find(token: string | undefined): Promise<Underway | undefined> {
    const { steps, users, gate } = this.#parts
    const step = token === undefined ? undefined : await steps.find<{ proved: Method[] }>('sign_in', token)
    const user = step?.userId ? await users.find(step.userId) : undefined
    if (token === undefined || !step || !user) return undefined
    const { proved } = step.data
    const next = await gate.next(user, proved)
    return next && { token, user, proved, next }
  }

  /** Continues with another proved method. */
  async proceed({ token, user, proved }: Underway, method: Method, client: Client): Promise<Entered> {
    const { sessions, steps } = this.#parts
    return sessions.beginning(client, async () => {
      if (!(await steps.use('sign_in', token))) throw wrongProof()
      return this.enter(user, [...proved, method], client)
    })
  }

  /** Verifies the code of an authenticator app or a recovery code. Wrong codes are limited like wrong passwords. */
  async byCode(underway: Underway, code: string, client: SignInClient): Promise<Entered> {
    const { user, next } = underway
    if (next.step !== 'verify') throw wrongProof()
    const { limits, log } = this.#parts
    const forgive = await limits.attempt({ code: user.id, address: client.address, device: deviceFor(client, user) })
    const method = await this.checkCode(user, code, { allowed: next.methods })
    if (method === undefined) {
      log.warn('sign-in refused', { by: 'code', address: client.address, user: user.id })
      throw wrongProof()
    }
    await forgive()
    return this.proceed(underway, method, client)
  }

  /** Returns which kind of code it is, and uses it up; undefined if it is wrong. */
  async checkCode(
    user: User,
    code: string,
    { allowed = ['totp', 'recovery_code'] }: { allowed?: readonly string[] } = {},
  ): Promise<'totp' | 'recovery_code' | undefined> {
    const { totp, codes } = this.#parts
    const digits = code.replaceAll(/\s/g, '')
    if (/^\d{6}$/.test(digits))
      return allowed.includes('totp') && (await totp.check(user.id, digits)) ? 'totp' : undefined
    return allowed.includes('recovery_code') && (await codes.use(user.id, code)) ? 'recovery_code' : undefined
  }
}

/** The error for a wrong second factor. It does not reveal which part was wrong. */
export const wrongProof = () =>
  new ApiError('credentials_invalid', {
    detail: 'This is not right, was used before, or took too long. Try again, or start the sign-in again.',
  })
