import { Menu, UnstyledButton } from '@mantine/core'
import { IconBook, IconKey, IconLogout } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { usePanel } from '../navigation/panel-context.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import styles from './account-menu.module.css'
import { useSignOut } from './use-sign-out.ts'

const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)

/** Who is signed in, and what concerns them rather than the panel. */
export function AccountMenu() {
  const { session } = usePanel()
  const [settingPassword, setSettingPassword] = useState(false)
  const signOut = useSignOut()

  return (
    <>
      <Menu position="top-start" width={216}>
        <Menu.Target>
          <UnstyledButton className={styles.account} aria-label={`Account: ${session.name}`}>
            <span className={styles.initial} data-initial={session.name.slice(0, 1).toUpperCase()} aria-hidden />
            <span className={styles.name}>{session.name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <ThemeSwitch />
          <Menu.Divider />
          {session.kind === 'person' && (
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setSettingPassword(true)}>
              {session.has_password ? 'Change password' : 'Set password'}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconBook size={16} aria-hidden />}
            component="a"
            href="/docs"
            target="_blank"
            rel="noreferrer"
          >
            API documentation
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {settingPassword && (
        <Suspense>
          <PasswordDialog hasPassword={session.has_password ?? false} onClose={() => setSettingPassword(false)} />
        </Suspense>
      )}
    </>
  )
}
