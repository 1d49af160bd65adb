import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import '../theme/modal.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionInfo } from '@atrium/sdk/documents'
import type { SubmitEvent } from 'react'
import { ApiProblem, needsProof } from '../api/api-problem.ts'
import { ACCOUNT, sessionOptions } from '../api/documents.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import { PASSWORD_RULES } from './password-rules.ts'
import styles from './password-dialog.module.css'

interface PasswordDialogProps {
  session: SessionInfo
  onClose: () => void
}

/**
 * Sets or changes the person's own password. The host rejects weak passwords; its message is shown at the field. A person without
 * an e-mail address for sign-in enters one here.
 */
export function PasswordDialog({ session, onClose }: PasswordDialogProps) {
  const queryClient = useQueryClient()
  const hasPassword = session.has_password ?? false
  const save = useMutation({
    mutationFn: (body: Record<string, unknown>) => request('PUT', '/api/v1/auth/password', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries(sessionOptions())
      void queryClient.invalidateQueries({ queryKey: ACCOUNT })
      toast.done(hasPassword ? t('Password changed') : t('Password set'))
      onClose()
    },
  })
  const problem = save.error instanceof ApiProblem ? save.error.problem : null
  const errors = problem?.errors ?? {}
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== '')))
  }

  return (
    <Modal opened onClose={onClose} title={hasPassword ? t('Change password') : t('Set password')} size={400}>
      <form className={styles.form} onSubmit={submit}>
        {hasPassword && (
          <PasswordInput
            name="current"
            label={t('Current password')}
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
            error={errors.current}
          />
        )}
        {session.email === undefined && (
          <TextInput
            name="email"
            type="email"
            label={t('E-mail to sign in with')}
            autoComplete="username"
            data-autofocus={!hasPassword || undefined}
            required
            withAsterisk={false}
            error={errors.email}
          />
        )}
        <PasswordInput
          name="password"
          label={t('New password')}
          description={t(PASSWORD_RULES)}
          autoComplete="new-password"
          data-autofocus={(!hasPassword && session.email !== undefined) || undefined}
          required
          withAsterisk={false}
          error={errors.password}
        />
        {save.error && Object.keys(errors).length === 0 && (
          <p className={styles.error} role="alert">
            {needsProof(save.error)
              ? t('You are about to change how you sign in. Sign out and in again first.')
              : save.error.message}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Save password')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
