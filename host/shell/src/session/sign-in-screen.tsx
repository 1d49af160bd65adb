import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { Mark } from '../theme/mark.tsx'
import { isOutside, nextAddress } from './sign-in-address.ts'
import styles from './sign-in-screen.module.css'

/** `/sign-in`: uses the token of a one-time link if the address has one, else asks for e-mail and password. */
export function SignInScreen() {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const goOn = () => {
    queryClient.clear()
    const next = nextAddress(history.location.search)
    if (isOutside(next)) window.location.replace(next)
    else history.replace(next)
  }
  const link = useSignInLink(goOn)

  return (
    <main className={styles.screen}>
      <title>Sign in · Atrium</title>
      <div className={styles.card}>
        <Mark size={36} />
        <h1 className={styles.title}>{link.status === 'checking' ? 'Signing you in…' : 'Sign in to Atrium'}</h1>
        {link.status === 'refused' && (
          <p className={styles.refused} role="alert">
            {link.reason}
          </p>
        )}
        {link.status !== 'checking' && <SignInForm onSignedIn={goOn} />}
      </div>
    </main>
  )
}

function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useMutation({
    mutationFn: (body: Record<string, unknown>) => request('POST', '/api/v1/auth/sessions', { body }),
    onSuccess: onSignedIn,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordInput name="password" label="Password" autoComplete="current-password" required withAsterisk={false} />
      {signIn.error && (
        <p className={styles.error} role="alert">
          {explain(signIn.error)}
        </p>
      )}
      <Button type="submit" loading={signIn.isPending} className={styles.submit} fullWidth>
        Sign in
      </Button>
    </form>
  )
}

function explain(error: Error): string {
  if (!(error instanceof ApiProblem)) return error.message
  if (error.code === 'credentials_invalid') return 'E-mail and password do not match. Check both and try again.'
  if (error.status === 429) return 'Too many attempts. Wait a minute, then try again.'
  return error.message
}

type SignInLink = { status: 'none' } | { status: 'checking' } | { status: 'refused'; reason: string }

const EXPIRED =
  'This sign-in link has already been used or has expired. Restart Atrium to get a new link, or sign in with your password.'

/**
 * Uses the token in the address' fragment (`#token=…`), once. A fragment never reaches a server, and a link preview that runs no
 * scripts cannot use up the link.
 */
function useSignInLink(onSignedIn: () => void): SignInLink {
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
