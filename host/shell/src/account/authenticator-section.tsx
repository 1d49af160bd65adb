import { Button, Modal } from '@mantine/core'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import '../theme/modal.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { t, tn } from '../language/t.ts'
import { RecoveryCodes } from '../session/recovery-codes.tsx'
import { TotpSetup } from '../session/totp-setup.tsx'
import { SinceValue } from '../values/value-kinds.tsx'
import type { Methods } from './account-queries.ts'
import { refreshAccount } from './account-queries.ts'
import styles from './account-screen.module.css'
import { Section } from './account-section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

interface Codes {
  recovery_codes?: string[]
}

/** The authenticator app of the person, and their recovery codes. */
export function AuthenticatorSection({ methods }: { methods: Methods }) {
  const [codes, setCodes] = useState<string[]>()
  useReturnedFocus(codes !== undefined)
  const hasSecond = methods.totp_since !== undefined || methods.passkeys.length > 0
  return (
    <>
      <Section
        title={t('Authenticator app')}
        hint={t('After your password, you enter a code that an app on your phone shows.')}
      >
        {methods.totp_since === undefined ? <SetUp onCodes={setCodes} /> : <Remove since={methods.totp_since} />}
      </Section>
      {hasSecond && (
        <Section
          title={t('Recovery codes')}
          hint={t('They let you in if you lose your phone or your passkey. Each works once.')}
        >
          <RenewCodes left={methods.recovery_codes_left} onCodes={setCodes} />
        </Section>
      )}
      {codes && (
        <Modal opened onClose={() => setCodes(undefined)} title={t('Recovery codes')} size={480}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        </Modal>
      )}
    </>
  )
}

function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  useReturnedFocus(isOpen)
  // Asks for a proof of identity first, because the dialog gets its key at once.
  const begin = useConfirmed(
    () => request('POST', '/api/v1/auth/totp'),
    () => setOpen(true),
  )
  const finish = ({ recovery_codes }: Codes) => {
    setOpen(false)
    toast.done(t('Authenticator app set up'))
    void refreshAccount(queryClient)
    if (recovery_codes) onCodes(recovery_codes)
  }
  return (
    <>
      <Button variant="default" onClick={() => begin.run(undefined)} loading={begin.isRunning}>
        {t('Set up an app')}
      </Button>
      {begin.error && (
        <p className={styles.error} role="alert">
          {begin.error.message}
        </p>
      )}
      {begin.dialog}
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title={t('Set up an authenticator app')} size={400}>
          <TotpSetup<Codes> path="/api/v1/auth/totp" onDone={finish} />
        </Modal>
      )}
    </>
  )
}

function Remove({ since }: { since: string }) {
  const remove = useConfirmed(
    () => request('DELETE', '/api/v1/auth/totp'),
    () => toast.done(t('Authenticator app removed')),
  )
  return (
    <>
      <p className={styles.facts}>
        {t('Set up')} <SinceValue value={since} />.
      </p>
      <Button variant="default" onClick={() => remove.run(undefined)} loading={remove.isRunning} mt={8}>
        {t('Remove the app')}
      </Button>
      {remove.error && (
        <p className={styles.error} role="alert">
          {remove.error.message}
        </p>
      )}
      {remove.dialog}
    </>
  )
}

function RenewCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const renew = useConfirmed(
    async () => (await request<Codes>('POST', '/api/v1/auth/recovery-codes')).data,
    ({ recovery_codes }) => onCodes(recovery_codes ?? []),
  )
  return (
    <>
      <p className={styles.facts}>{tn('{count} code is left.', '{count} codes are left.', left)}</p>
      <Button variant="default" onClick={() => renew.run(undefined)} loading={renew.isRunning} mt={8}>
        {t('Make new codes')}
      </Button>
      {renew.error && (
        <p className={styles.error} role="alert">
          {renew.error.message}
        </p>
      )}
      {renew.dialog}
    </>
  )
}
