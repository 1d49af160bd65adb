import { useEffect, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { t } from '../language/t.ts'

/** The missing step of a sign-in. */
export interface PendingStep {
  step: 'verify' | 'enrol'
  methods: ('totp' | 'passkey' | 'recovery_code')[]
  name: string
}

/** The answer to a step of signing in: a session, or the missing step; with recovery codes if they were just created. */
export type SignInAnswer = Partial<PendingStep> & { recovery_codes?: string[] }

/** The ways to sign in at this host. */
export interface SignInState {
  /** The address at which passkeys work. */
  passkeys_at?: string
  providers: { id: string; title: string; href: string }[]
  pending?: PendingStep
  /** Whether somebody is signed in already. */
  signed_in?: true
}

/**
 * Reads the ways to sign in, and the missing step of a pending sign-in. Bypasses the cache, which is cleared while people sign in and out.
 * Undefined until the answer arrives; null if the request failed.
 */
export function useSignInState(): SignInState | null | undefined {
  const [state, setState] = useState<SignInState | null>()
  useEffect(() => {
    request<SignInState>('GET', '/api/v1/auth/sign-in').then(
      ({ data }) => setState(data),
      () => setState(null),
    )
  }, [])
  return state
}

/** Whether a sign-in needs another step. */
export const isPending = (answer: SignInAnswer | undefined): answer is PendingStep => answer?.step !== undefined

/** Why a sign-in with a password was refused. */
export function explainSignIn(error: Error): string {
  if (!(error instanceof ApiProblem)) return error.message
  if (error.code === 'credentials_invalid') return t('E-mail and password do not match. Check both and try again.')
  if (error.status === 429) return t('Too many attempts. Wait a minute, then try again.')
  return error.message
}
