import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { t } from '../language/t.ts'

// Fetched with the first passkey, because most people never need this code.
const load = () => import('@simplewebauthn/browser')

/** Whether passkeys work here: the browser must support them, and the address must be the configured one. */
export function canUsePasskeys(passkeysAt: string | undefined): boolean {
  return passkeysAt === window.location.origin && 'PublicKeyCredential' in window
}

/** Lets the browser create a passkey, and returns its answer. @throws ApiProblem, or the browser's error */
export async function makePasskey(optionsPath: string): Promise<object> {
  const { data } = await request<PublicKeyCredentialCreationOptionsJSON>('POST', optionsPath)
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: data })
}

/** Lets the person choose a passkey, and returns its answer. @throws ApiProblem, or the browser's error */
export async function askForPasskey(optionsPath: string): Promise<object> {
  const { data } = await request<PublicKeyCredentialRequestOptionsJSON>('POST', optionsPath)
  const { startAuthentication } = await load()
  return startAuthentication({ optionsJSON: data })
}

/** Explains in plain words why a passkey did not work. */
export function explainPasskey(error: unknown): string {
  if (error instanceof ApiProblem) return error.message
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return t('Nothing was done: it was cancelled or took too long.')
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.')
  return t('This browser could not use a passkey. Try another browser or device.')
}
