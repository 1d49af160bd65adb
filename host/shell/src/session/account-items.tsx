import type { SessionInfo } from '@atrium/sdk/documents'
import { Menu } from '@mantine/core'
import { IconBook, IconKey, IconLogout, IconPlugConnected } from '@tabler/icons-react'
import { PathLink } from '../screen/path-link.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { isPermitted } from './is-permitted.ts'
import { PERMISSIONS } from './permissions.ts'
import { useSignOut } from './use-sign-out.ts'

interface AccountItemsProps {
  session: SessionInfo
  onPassword: () => void
}

/** What concerns the person rather than the panel. */
export function AccountItems({ session, onPassword }: AccountItemsProps) {
  const signOut = useSignOut()
  return (
    <>
      <ThemeSwitch />
      <Menu.Divider />
      {isPermitted(session.permissions, PERMISSIONS.seePlugins) && (
        <Menu.Item
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          component={PathLink}
          href="/platform/plugins"
        >
          Plugins
        </Menu.Item>
      )}
      {session.kind === 'person' && (
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={onPassword}>
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
    </>
  )
}
