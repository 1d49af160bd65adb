import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'

/** What has become of the one-time link. */
export type SignInLink = { status: 'none' } | { status: 'checking' } | { status: 'refused'; reason: string }

const EXPIRED =
  'This sign-in link has already been used or has expired. Restart Atrium to get a new link, or sign in with your password.'

/**
 * Spends the token in the address' fragment (`#token=…`), once. A fragment never reaches a server, and a preview that runs no
 * script cannot use the link up.
 */
export function useSignInLink(onSignedIn: () => void): SignInLink {
  const [link, setLink] = useState<SignInLink>(() => (tokenInAddress() ? { status: 'checking' } : { status: 'none' }))
  const done = useRef(onSignedIn)
  done.current = onSignedIn

  useEffect(() => {
    const token = tokenInAddress()
    if (!token) return
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    request('POST', '/api/v1/auth/sessions', { body: { token } }).then(
      () => done.current(),
      (error: unknown) => setLink({ status: 'refused', reason: reasonOf(error) }),
    )
  }, [])

  return link
}

function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return String(error)
  return error.status === 401 ? EXPIRED : error.message
}
