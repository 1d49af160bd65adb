import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../language/t.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import styles from './account-menu.module.css'

const loadItems = () => import('./account-items.tsx')
const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)

/** The name of the signed-in person, with a menu for their account. */
export function AccountMenu() {
  const { session } = usePanel()
  const [settingPassword, setSettingPassword] = useState(false)
  const endPassword = () => setSettingPassword(false)
  useReturnedFocus(settingPassword)
  useEarlyKeys(settingPassword, endPassword)
  const button = (
    <UnstyledButton className={styles.account} aria-label={t('Account: {name}', { name: session.name })}>
      <span className={styles.initial} data-initial={session.name.slice(0, 1).toUpperCase()} aria-hidden />
      <span className={styles.name}>{session.name}</span>
    </UnstyledButton>
  )
  return (
    <>
      <MenuButton button={button} load={loadItems} position="top-start" width={216}>
        {(_, { AccountItems }) => <AccountItems session={session} onPassword={() => setSettingPassword(true)} />}
      </MenuButton>
      {settingPassword && (
        <Suspense>
          <PasswordDialog session={session} onClose={endPassword} />
        </Suspense>
      )}
    </>
  )
}
