import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import styles from './sign-in-screen.module.css'

/** E-mail and password. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
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
