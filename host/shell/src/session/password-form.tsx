import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { request } from '../api/request.ts'
import { t } from '../language/t.ts'
import styles from './sign-in-screen.module.css'
import { explainSignIn, type SignInAnswer } from './sign-in-state.ts'

interface PasswordFormProps {
  /** The e-mail of the expected person. The password field then gets the focus. */
  email?: string | undefined
  onAnswer: (answer: SignInAnswer) => void
  /** Shown below the button. */
  children: ReactNode
}

/** Signs in with e-mail and password. */
export function PasswordForm({ email, onAnswer, children }: PasswordFormProps) {
  const signIn = useMutation({
    mutationFn: async (body: Record<string, unknown>) =>
      (await request<SignInAnswer>('POST', '/api/v1/auth/sessions', { body })).data,
    onSuccess: onAnswer,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // In a dialog, the form of the screen is an ancestor in React, though not in the page.
    event.stopPropagation()
    signIn.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        name="email"
        type="email"
        label={t('E-mail')}
        autoComplete="username"
        defaultValue={email}
        required
        withAsterisk={false}
        autoFocus={email === undefined}
      />
      <PasswordInput
        name="password"
        label={t('Password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus={email !== undefined || undefined}
      />
      {signIn.error && (
        <p className={styles.error} role="alert">
          {explainSignIn(signIn.error)}
        </p>
      )}
      <Button type="submit" loading={signIn.isPending} className={styles.submit} fullWidth>
        {t('Sign in')}
      </Button>
      {children}
    </form>
  )
}
