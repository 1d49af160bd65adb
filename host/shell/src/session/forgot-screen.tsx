import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { request } from '../api/request.ts'
import { Mark } from '../theme/mark.tsx'
import styles from './sign-in-screen.module.css'
import { addressOf } from '../api/base-path.ts'
import { msg, t } from '../language/t.ts'

/** `/sign-in/forgot`: asks for a link to choose a new password. The answer is the same whether or not the e-mail is known. */
export function ForgotScreen() {
  const ask = useMutation({
    mutationFn: async (body: Record<string, unknown>) =>
      (await request<{ by_mail: boolean }>('POST', '/api/v1/auth/password-resets', { body })).data,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    ask.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <main className={styles.screen}>
      <title>{t('Forgot your password? · Atrium')}</title>
      <div className={styles.card}>
        <Mark size={36} />
        <h1 className={styles.title}>{t('Forgot your password?')}</h1>
        {ask.data ? (
          <p className={styles.refused} role="status">
            {ask.data.by_mail ? t(SENT) : t(NO_MAIL)}
          </p>
        ) : (
          <form className={styles.form} onSubmit={submit}>
            <TextInput
              name="email"
              type="email"
              label={t('E-mail')}
              description={t('We send you a link with which you choose a new one.')}
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
            />
            {ask.error && (
              <p className={styles.error} role="alert">
                {ask.error.message}
              </p>
            )}
            <Button type="submit" loading={ask.isPending} className={styles.submit} fullWidth>
              {t('Send the link')}
            </Button>
          </form>
        )}
        <a className={styles.other} href={addressOf('/sign-in')}>
          {t('Back to the sign-in page')}
        </a>
      </div>
    </main>
  )
}

const SENT = msg('If somebody has this e-mail, a link is on its way. It works for 24 hours.')
const NO_MAIL = msg('This Atrium sends no e-mail. Ask an operator for a link to choose a new password.')
