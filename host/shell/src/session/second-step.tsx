import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { request } from '../api/request.ts'
import { t } from '../language/t.ts'
import { canUsePasskeys, explainPasskey, makePasskey, askForPasskey } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-step.module.css'
import type { PendingStep, SignInAnswer } from './sign-in-state.ts'
import { CodeInput, TotpSetup } from './totp-setup.tsx'

const PATH = '/api/v1/auth/sign-in'

interface SecondStepProps {
  pending: PendingStep
  passkeysAt: string | undefined
  /** Called with the answer to a step: a session, or the missing step. */
  onAnswer: (answer: SignInAnswer) => void
  onRestart: () => void
}

/** The step between the password and the session: to prove a second factor, or to set one up. */
export function SecondStep({ pending, onRestart, ...rest }: SecondStepProps) {
  const restart = useMutation({ mutationFn: () => request('DELETE', PATH), onSettled: onRestart })
  return (
    <div className={styles.form}>
      {pending.step === 'verify' ? (
        <Verify methods={pending.methods} {...rest} />
      ) : (
        <Enrol methods={pending.methods} {...rest} />
      )}
      <UnstyledButton className={styles.link} onClick={() => restart.mutate()}>
        {t('Sign in as somebody else')}
      </UnstyledButton>
    </div>
  )
}

type StepProps = Pick<SecondStepProps, 'passkeysAt' | 'onAnswer'> & { methods: PendingStep['methods'] }

function Verify({ methods, passkeysAt, onAnswer }: StepProps) {
  const [recovering, setRecovering] = useState(false)
  const send = useMutation({
    mutationFn: async (body: object) => (await request<SignInAnswer>('POST', `${PATH}/code`, { body })).data,
    onSuccess: onAnswer,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  const hasForm = recovering || methods.includes('totp')
  const hasPasskey = methods.includes('passkey') && canUsePasskeys(passkeysAt)
  return (
    <>
      {hasForm && (
        <form className={styles.form} onSubmit={submit} key={String(recovering)}>
          {recovering ? (
            <TextInput
              name="code"
              label={t('Recovery code')}
              description={t('One of the codes that you kept when you set up your second step.')}
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              required
              withAsterisk={false}
              data-autofocus
              autoFocus
              error={send.error?.message}
            />
          ) : (
            <CodeInput label={t('Code from your authenticator app')} error={send.error} />
          )}
          <Button type="submit" loading={send.isPending} fullWidth>
            {t('Continue')}
          </Button>
        </form>
      )}
      {hasPasskey && <PasskeyButton onAnswer={onAnswer} />}
      {methods.includes(recovering ? 'totp' : 'recovery_code') && (
        <UnstyledButton
          className={styles.link}
          onClick={() => {
            send.reset()
            setRecovering(!recovering)
          }}
        >
          {recovering ? t('Use an authenticator app') : t('Use a recovery code')}
        </UnstyledButton>
      )}
      {(recovering || !methods.includes('recovery_code')) && (
        <p className={styles.text}>
          {t('If you cannot do this any more, ask an operator to remove your second step.')}
        </p>
      )}
    </>
  )
}

/** Signs in with a passkey: without a password, or as the second step. */
export function PasskeyButton({ onAnswer }: Pick<SecondStepProps, 'onAnswer'>) {
  const use = useMutation({
    mutationFn: async () => {
      const response = await askForPasskey(`${PATH}/passkey/options`)
      return (await request<SignInAnswer>('POST', `${PATH}/passkey`, { body: { response } })).data
    },
    onSuccess: onAnswer,
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={use.isPending}
        onClick={() => use.mutate()}
        fullWidth
      >
        {t('Use a passkey')}
      </Button>
      {use.error && (
        <p className={styles.error} role="alert">
          {explainPasskey(use.error)}
        </p>
      )}
    </>
  )
}

function Enrol({ methods, passkeysAt, onAnswer }: StepProps) {
  const [withApp, setWithApp] = useState(false)
  const [answer, setAnswer] = useState<SignInAnswer>()
  const add = useMutation({
    mutationFn: async () => {
      const response = await makePasskey(`${PATH}/passkeys/options`)
      const body = { name: t('First passkey'), response }
      return (await request<SignInAnswer>('POST', `${PATH}/passkeys`, { body })).data
    },
    onSuccess: (made) => done(made),
  })
  const done = (made: SignInAnswer) => (made.recovery_codes ? setAnswer(made) : onAnswer(made))
  if (answer) return <RecoveryCodes codes={answer.recovery_codes ?? []} onDone={() => onAnswer(answer)} />
  const canAdd = methods.includes('passkey') && canUsePasskeys(passkeysAt)
  const needsApp = methods.includes('totp') && (withApp || !canAdd)
  return (
    <>
      <p className={styles.text}>
        {t(
          'Your role requires more than a password, so that a stolen one is not enough. Set it up now; it takes a minute.',
        )}
      </p>
      {canAdd && !withApp && (
        <Button
          leftSection={<IconFingerprint size={16} aria-hidden />}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('Add a passkey')}
        </Button>
      )}
      {add.error && (
        <p className={styles.error} role="alert">
          {explainPasskey(add.error)}
        </p>
      )}
      {canAdd && !withApp && methods.includes('totp') && (
        <Button variant="default" onClick={() => setWithApp(true)}>
          {t('Use an authenticator app')}
        </Button>
      )}
      {needsApp && <TotpSetup<SignInAnswer> path={`${PATH}/totp`} onDone={done} />}
      {!canAdd && !methods.includes('totp') && (
        <p className={styles.error} role="alert">
          {t('Your role requires a passkey, which does not work here.')}{' '}
          {passkeysAt ? t('Open {passkeysAt} instead.', { passkeysAt }) : t('Ask an operator.')}
        </p>
      )}
    </>
  )
}
