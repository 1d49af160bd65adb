import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { useEffect, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { Mark } from '../theme/mark.tsx'
import { PASSWORD_RULES } from './password-rules.ts'
import { useEarlyAnswers } from './early-answers.ts'
import styles from './sign-in-screen.module.css'
import { isPending, type SignInAnswer } from './sign-in-state.ts'
import { addressOf } from '../api/base-path.ts'
import { msg, t } from '../language/t.ts'

/** The host's data about the link before it is used. */
interface OpenLink {
  purpose: 'invitation' | 'password_reset'
  name: string
  email: string | null
}

/** `/sign-in/welcome`: the page of an invitation or a password reset. The token is in the address' fragment, which no server sees. */
export function WelcomeScreen() {
  useEarlyAnswers()
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  const [link, setLink] = useState<OpenLink | Error>()
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
    request<OpenLink>('POST', '/api/v1/auth/links/open', { body: { token } }).then(
      ({ data }) => setLink(data),
      (error: unknown) => setLink(error instanceof Error ? error : new Error(String(error))),
    )
  }, [token])
  const title = link && !(link instanceof Error) ? titleOf(link) : t('Your link')

  return (
    <main className={styles.screen}>
      <title>{`${title} · Atrium`}</title>
      <div className={styles.card}>
        <Mark size={36} />
        <h1 className={styles.title}>{title}</h1>
        {link instanceof Error && <Refusal error={link} />}
        {link && !(link instanceof Error) && <WelcomeForm link={link} token={token} />}
      </div>
    </main>
  )
}

const titleOf = ({ purpose, name }: OpenLink) =>
  purpose === 'invitation' ? t('Welcome, {name}', { name }) : t('Choose a new password, {name}', { name })

const GONE = msg('This link has already been used or has expired.')

function Refusal({ error }: { error: Error }) {
  const isGone = error instanceof ApiProblem && (error.status === 401 || error.status === 422)
  return (
    <>
      <p className={styles.refused} role="alert">
        {isGone ? t(GONE) : error.message}
      </p>
      <Button component="a" href={addressOf('/sign-in/forgot')} variant="default" fullWidth>
        {t('Get a new link')}
      </Button>
    </>
  )
}

function WelcomeForm({ link, token }: { link: OpenLink; token: string }) {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const accept = useMutation({
    mutationFn: async (body: Record<string, unknown>) =>
      (await request<SignInAnswer>('POST', '/api/v1/auth/links/accept', { body })).data,
    onSuccess: (answer) => {
      queryClient.clear()
      history.replace(isPending(answer) ? '/sign-in' : '/')
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    accept.mutate({ ...Object.fromEntries(new FormData(event.currentTarget)), token })
  }
  const errors = accept.error instanceof ApiProblem ? accept.error.problem.errors : undefined
  const isInvitation = link.purpose === 'invitation'
  return (
    <form className={styles.form} onSubmit={submit}>
      {isInvitation && (
        <TextInput
          name="name"
          label={t('Your name')}
          autoComplete="name"
          defaultValue={link.name}
          error={errors?.name}
          required
          withAsterisk={false}
        />
      )}
      {link.email === null ? (
        <TextInput
          name="email"
          type="email"
          label={t('E-mail')}
          description={t('You will sign in with it.')}
          autoComplete="username"
          error={errors?.email}
          required
          withAsterisk={false}
        />
      ) : (
        <TextInput label={t('E-mail')} value={link.email} autoComplete="username" readOnly />
      )}
      <PasswordInput
        name="password"
        label={t('Password')}
        description={t(PASSWORD_RULES)}
        autoComplete="new-password"
        minLength={12}
        error={errors?.password}
        required
        withAsterisk={false}
        autoFocus
      />
      {accept.error && !errors && (
        <p className={styles.error} role="alert">
          {accept.error instanceof ApiProblem && accept.error.status === 401 ? t(GONE) : accept.error.message}
        </p>
      )}
      <Button type="submit" loading={accept.isPending} className={styles.submit} fullWidth>
        {isInvitation ? t('Start') : t('Set the password and sign in')}
      </Button>
    </form>
  )
}
