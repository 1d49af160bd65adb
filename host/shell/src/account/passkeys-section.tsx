import { Button, Modal, TextInput } from '@mantine/core'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import '../theme/modal.css'
import { IconFingerprint } from '@tabler/icons-react'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { rich } from '../language/rich.tsx'
import { t } from '../language/t.ts'
import { canUsePasskeys, explainPasskey, makePasskey } from '../session/passkey.ts'
import { RecoveryCodes } from '../session/recovery-codes.tsx'
import dialog from '../theme/dialog.module.css'
import { SinceValue } from '../values/value-kinds.tsx'
import type { Methods, Passkey } from './account-queries.ts'
import styles from './account-screen.module.css'
import { LastUse, Section } from './account-section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

const PATH = '/api/v1/auth/passkeys'

/** The passkeys of the person: to add, rename and remove them. */
export function PasskeysSection({ methods: { passkeys, passkeys_at } }: { methods: Methods }) {
  const [dialogOf, setDialogOf] = useState<'new' | Passkey>()
  const [codes, setCodes] = useState<string[]>()
  useReturnedFocus(codes !== undefined)
  const isOffered = canUsePasskeys(passkeys_at)
  return (
    <Section
      title={t('Passkeys')}
      hint={t('Sign in with your fingerprint, face or PIN instead of a password. A passkey works only on this site.')}
    >
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-label={t('Passkeys')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setDialogOf(passkey)} />
          ))}
        </ul>
      )}
      {isOffered && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={16} aria-hidden />}
          onClick={() => setDialogOf('new')}
        >
          {t('Add a passkey')}
        </Button>
      )}
      {!isOffered && <p className={styles.facts}>{absence(passkeys_at)}</p>}
      {dialogOf && (
        <NameDialog
          passkey={dialogOf === 'new' ? undefined : dialogOf}
          onClose={() => setDialogOf(undefined)}
          onCodes={setCodes}
        />
      )}
      {codes && (
        <Modal opened onClose={() => setCodes(undefined)} title={t('Recovery codes')} size={480}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        </Modal>
      )}
    </Section>
  )
}

function absence(passkeysAt: string | undefined): string {
  if (passkeysAt === undefined) return t('Passkeys need an address with a name and https. An operator can set one up.')
  if (passkeysAt !== window.location.origin) return t('Passkeys can be added at {passkeysAt}.', { passkeysAt })
  return t('This browser knows no passkeys.')
}

function PasskeyRow({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const { id, name, synced, created_at, last_used_at, refused_at } = passkey
  const remove = useConfirmed(
    () => request('DELETE', `${PATH}/${id}`),
    () => toast.done(t('Passkey “{name}” removed', { name })),
  )
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>
          {rich('added {when}', { when: <SinceValue value={created_at} /> })}, <LastUse at={last_used_at} />
          {synced ? t(', on all your devices') : ''}
        </p>
        {refused_at !== undefined && (
          <p className={styles.warning}>
            {rich('It was refused {when} because somebody may have a copy of it. Remove it unless you know why.', {
              when: <SinceValue value={refused_at} />,
            })}
          </p>
        )}
        {remove.error && (
          <p className={styles.error} role="alert">
            {remove.error.message}
          </p>
        )}
      </div>
      <Button variant="subtle" size="compact-sm" onClick={onRename} aria-label={t('Rename {name}', { name })}>
        {t('Rename')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        onClick={() => remove.run(undefined)}
        loading={remove.isRunning}
        aria-label={t('Remove {name}', { name })}
      >
        {t('Remove')}
      </Button>
      {remove.dialog}
    </li>
  )
}

interface NameDialogProps {
  /** The passkey to rename; a new one if absent. */
  passkey: Passkey | undefined
  onClose: () => void
  onCodes: (codes: string[]) => void
}

function NameDialog({ passkey, onClose, onCodes }: NameDialogProps) {
  useReturnedFocus(true)
  const save = useConfirmed(
    async (name: string) => {
      if (passkey) return (await request<Made>('PATCH', `${PATH}/${passkey.id}`, { body: { name } })).data
      const response = await makePasskey(`${PATH}/options`)
      return (await request<Made>('POST', PATH, { body: { name, response } })).data
    },
    ({ recovery_codes }) => {
      toast.done(passkey ? t('Passkey renamed') : t('Passkey added'))
      onClose()
      if (recovery_codes) onCodes(recovery_codes)
    },
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.run((new FormData(event.currentTarget).get('name') as string | null) ?? '')
  }
  return (
    <>
      <Modal opened onClose={onClose} title={passkey ? t('Rename passkey') : t('Add a passkey')} size={400}>
        <form className={dialog.form} onSubmit={submit}>
          <TextInput
            name="name"
            label={t('Name')}
            description={t('So that you recognize it, such as the device that keeps it.')}
            defaultValue={passkey?.name ?? ''}
            maxLength={80}
            required
            withAsterisk={false}
            data-autofocus
            autoFocus
          />
          {save.error && (
            <p className={styles.error} role="alert">
              {explainPasskey(save.error)}
            </p>
          )}
          <div className={dialog.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={save.isRunning}>
              {passkey ? t('Rename') : t('Continue')}
            </Button>
          </div>
        </form>
      </Modal>
      {save.dialog}
    </>
  )
}

interface Made {
  recovery_codes?: string[]
}
