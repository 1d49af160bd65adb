import type { SessionInfo } from '@atrium/sdk/documents'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addressOf } from '../api/base-path.ts'
import { sessionOptions } from '../api/documents.ts'
import { request } from '../api/request.ts'
import { signInAgain } from '../api/sign-in-again.ts'
import styles from '../theme/dialog.module.css'
import '../theme/modal.css'
import { drafts } from '../api/drafts.ts'
import { t } from '../language/t.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
import steps from './second-step.module.css'
import { isPending, type PendingStep, type SignInAnswer, useSignInState } from './sign-in-state.ts'

const ME = '/api/v1/auth/me'

/** Asks for the sign-in over a screen with unsaved input, which continues afterwards. */
export function SignInDialog() {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const [session] = useState(() => queryClient.getQueryData(sessionOptions().queryKey))
  const [pending, setPending] = useState<PendingStep | null>(null)
  const passkeysAt = useSignInState()?.passkeys_at

  const leave = (to: string) => {
    drafts.removeAll()
    signInAgain.settle(false)
    history.push(to, undefined, { ignoreBlocker: true })
    queryClient.clear()
  }
  /** The input belongs to the person who entered it. */
  const goOn = async () => {
    const { data } = await request<SessionInfo>('GET', ME)
    if (session !== undefined && data.id !== session.id) return leave('/')
    signInAgain.settle(true)
    await queryClient.invalidateQueries()
  }
  const take = (answer: SignInAnswer) => (isPending(answer) ? setPending(answer) : void goOn())
  useReturn(() => void goOn().catch(() => undefined))

  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={{ blur: 8 }}
      title={t('Sign in again')}
      size={420}
    >
      <div className={steps.form}>
        <p className={styles.text}>
          {t('Your session has ended. What you entered is kept, and goes on once you are signed in.')}
        </p>
        {pending ? (
          <SecondStep pending={pending} passkeysAt={passkeysAt} onAnswer={take} onRestart={() => setPending(null)} />
        ) : (
          <PasswordForm email={session?.email} onAnswer={take}>
            <a className={steps.link} href={addressOf('/sign-in')} target="_blank" rel="opener">
              {t('Other ways to sign in (in a new window)')}
            </a>
          </PasswordForm>
        )}
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => leave('/sign-in')}>
          {t('Discard changes')}
        </Button>
      </div>
    </Modal>
  )
}

/** Checks whether the person has signed in in another window, each time they return from one. */
function useReturn(look: () => void): void {
  useEffect(() => {
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  })
}
