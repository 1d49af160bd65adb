import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { TitleLine } from '../screen/page-header.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import type { Methods } from './account-queries.ts'
import { methodsOptions } from './account-queries.ts'
import styles from './account-screen.module.css'
import { LastUse, Section } from './account-section.tsx'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const PasswordDialog = lazy(() =>
  import('../session/password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)

/** `/platform/account`: how the person signs in, and where they are signed in. */
export function AccountScreen() {
  const { session } = usePanel()
  const { data: methods, error, refetch } = useQuery({ ...methodsOptions(), enabled: session.kind === 'person' })
  if (error && !methods) return <ProblemNotice error={error} onRetry={refetch} heading />
  if (!methods) return <ScreenSkeleton />
  return (
    <div className={styles.screen}>
      <title>{t('Your account · Atrium')}</title>
      <TitleLine title={t('Your account')} heading aside={session.email} />
      <RequiredNotice methods={methods} />
      <PreferencesSection />
      <PasswordSection hasPassword={methods.password} />
      <PasskeysSection methods={methods} />
      <AuthenticatorSection methods={methods} />
      {methods.providers.length > 0 && <ProvidersSection providers={methods.providers} />}
      <SessionsSection />
    </div>
  )
}

function RequiredNotice({ methods: { required, passkeys, totp_since } }: { methods: Methods }) {
  if (required.passkey) return <p className={styles.notice}>{t('Your roles require a passkey.')}</p>
  if (!required.second_factor) return null
  const isMet = passkeys.length > 0 || totp_since !== undefined
  return (
    <p className={styles.notice}>
      {isMet
        ? t('Your roles require a second step, so keep a passkey or an authenticator app.')
        : t('Your roles require a second step: add a passkey or an authenticator app.')}
    </p>
  )
}

function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { session } = usePanel()
  const [isOpen, setOpen] = useState(false)
  useReturnedFocus(isOpen)
  useEarlyKeys(isOpen, () => setOpen(false))
  return (
    <Section title={t('Password')} hint={hasPassword ? t('You have a password.') : t('You have no password yet.')}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {hasPassword ? t('Change password') : t('Set password')}
      </Button>
      {isOpen && (
        <Suspense>
          <PasswordDialog session={session} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function ProvidersSection({ providers }: Pick<Methods, 'providers'>) {
  return (
    <Section title={t('Accounts elsewhere')} hint={t('You can sign in with these accounts of other services.')}>
      <ul className={styles.list}>
        {providers.map(({ title, last_used_at }) => (
          <li key={title} className={styles.row}>
            <span className={styles.name}>{title}</span>
            <span className={styles.facts}>{last_used_at && <LastUse at={last_used_at} />}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
