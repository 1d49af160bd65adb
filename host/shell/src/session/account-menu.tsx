import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { MenuButton } from '../theme/menu-button.tsx'
import { usePanel } from '../screen/panel-context.ts'
import styles from './account-menu.module.css'

const loadItems = () => import('./account-items.tsx').then((module) => module.AccountItems)
const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)

/** Who is signed in, and a menu of what concerns them. */
export function AccountMenu() {
  const { session } = usePanel()
  const [settingPassword, setSettingPassword] = useState(false)
  const items = { session, onPassword: () => setSettingPassword(true) }
  const button = (
    <UnstyledButton className={styles.account} aria-label={`Account: ${session.name}`}>
      <span className={styles.initial} data-initial={session.name.slice(0, 1).toUpperCase()} aria-hidden />
      <span className={styles.name}>{session.name}</span>
    </UnstyledButton>
  )
  return (
    <>
      <MenuButton button={button} load={loadItems} items={items} position="top-start" width={216} />
      {settingPassword && (
        <Suspense>
          <PasswordDialog session={session} onClose={() => setSettingPassword(false)} />
        </Suspense>
      )}
    </>
  )
}
