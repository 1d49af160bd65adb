import { ApiError } from '@atrium/sdk'
import { hasSecondFactor, type Method, type Requirements, type RequirementsOf, type User } from '../auth/index.ts'
import type { Passkeys } from './passkeys.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { RequiredMethods } from './required-methods.ts'
import type { Totp } from './totp.ts'

/** The missing step: use a method that the person has, or set up one that their roles require. */
export type NextStep =
  | { readonly step: 'verify'; readonly methods: readonly ('totp' | 'passkey' | 'recovery_code')[] }
  | { readonly step: 'enrol'; readonly methods: readonly ('totp' | 'passkey')[] }
  | { readonly step: 'refused'; readonly refusal: ApiError }

interface GateParts {
  readonly totp: Totp
  readonly passkeys: Passkeys
  readonly codes: RecoveryCodes
  readonly requirementsOf: RequirementsOf
  readonly required: RequiredMethods
}

/** Decides which steps a sign-in needs before it becomes a session. */
export class SignInGate {
  readonly #parts: GateParts

  constructor(parts: GateParts) {
    this.#parts = parts
  }

  /** Returns undefined if nothing is missing. */
  async next(user: User, proved: readonly Method[]): Promise<NextStep | undefined> {
    const { totp, passkeys, codes, required } = this.#parts
    const needs = await this.#needs(user, proved)
    const has = {
      totp: (await totp.confirmedAt(user.id)) !== undefined,
      passkey: (await passkeys.list(user.id)).length > 0,
      recovery_code: (await codes.left(user.id)) > 0,
    }
    const isSecond = hasSecondFactor(proved)
    const refusal =
      required.whyImpossible(needs) ?? (needs.oidc && !proved.includes('oidc') ? otherMethod() : undefined)
    if (refusal) return { step: 'refused', refusal }
    if (!isSecond && (has.totp || has.passkey)) return verify(has)
    if (needs.passkey && !proved.includes('passkey')) {
      const isRecovering = proved.includes('recovery_code')
      return has.passkey && !isRecovering ? verify({ ...has, totp: false }) : { step: 'enrol', methods: ['passkey'] }
    }
    return needs.second_factor && !isSecond ? { step: 'enrol', methods: ['totp', 'passkey'] } : undefined
  }

  /** Whether no method available to the person here meets their roles' requirements. */
  async isStranded(user: User): Promise<boolean> {
    const { requirementsOf, required } = this.#parts
    return required.whyImpossible(await requirementsOf(user)) !== undefined
  }

  async #needs(user: User, proved: readonly Method[]): Promise<Requirements> {
    const needs = await this.#parts.requirementsOf(user)
    return proved.includes('rescue') ? { ...needs, oidc: false, passkey: false } : needs
  }
}

function verify(has: Readonly<Record<'totp' | 'passkey' | 'recovery_code', boolean>>): NextStep {
  const methods = (['totp', 'passkey', 'recovery_code'] as const).filter((method) => has[method])
  return { step: 'verify', methods }
}

const otherMethod = () =>
  new ApiError('sign_in_method_refused', {
    detail:
      'Your roles require that you sign in with [oidc], the account of your organization. Use its button on the sign-in page.',
  })
