import { Button, Modal, PasswordInput } from '@mantine/core'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import '../theme/modal.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { t } from '../language/t.ts'
import { askForPasskey, canUsePasskeys, explainPasskey } from '../session/passkey.ts'
import { CodeInput } from '../session/totp-setup.tsx'
import dialog from '../theme/dialog.module.css'
import { methodsOptions } from './account-queries.ts'
import styles from './account-screen.module.css'

interface ConfirmDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks the person to prove their identity: with their password, a code or a passkey. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  useReturnedFocus(true)
  const { data: methods } = useQuery(methodsOptions())
  const confirm = useMutation({
    mutationFn: (body: object) => request('POST', '/api/v1/auth/confirm', { body }),
    onSuccess: onConfirmed,
  })
  const withPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await askForPasskey('/api/v1/auth/confirm/passkey-options')
      await request('POST', '/api/v1/auth/confirm', { body: { passkey } })
    },
    onSuccess: onConfirmed,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  if (!methods) return null
  const hasPasskey = methods.passkeys.length > 0 && canUsePasskeys(methods.passkeys_at)
  const hasField = methods.password || methods.totp_since !== undefined
  return (
    <Modal opened onClose={onClose} title={t('Is it still you?')} size={400}>
      <form className={dialog.form} onSubmit={submit}>
        <p className={dialog.text}>
          {hasField || hasPasskey
            ? t('You are about to change how you sign in. Prove first that it is you.')
            : t('You are about to change how you sign in. Sign out and in again first.')}
        </p>
        {methods.password && (
          <PasswordInput
            name="password"
            label={t('Password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            autoFocus
            error={confirm.error && fieldOf(confirm.error)}
          />
        )}
        {!methods.password && hasField && (
          <CodeInput label={t('Code from your authenticator app')} error={confirm.error} />
        )}
        {hasPasskey && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={16} aria-hidden />}
            loading={withPasskey.isPending}
            onClick={() => withPasskey.mutate()}
          >
            {t('Use a passkey')}
          </Button>
        )}
        {withPasskey.error && (
          <p className={styles.error} role="alert">
            {explainPasskey(withPasskey.error)}
          </p>
        )}
        <div className={dialog.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {hasField && (
            <Button type="submit" loading={confirm.isPending}>
              {t('Continue')}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}

const fieldOf = (error: Error) =>
  (error instanceof ApiProblem ? error.problem.errors?.password : undefined) ?? error.message
