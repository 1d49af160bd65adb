import type { SessionInfo } from '@atrium/sdk/documents'
import type { MantineColorScheme } from '@mantine/core'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconBook, IconKey, IconLogout, IconPlugConnected, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { drafts } from '../api/drafts.ts'
import { toast } from '../feedback/toast.ts'
import { PathLink } from '../screen/path-link.tsx'
import { isPermitted, PERMISSIONS } from './permissions.ts'
import { useChangePreferences } from './use-preferences.ts'
import { addressOf } from '../api/base-path.ts'
import { t } from '../language/t.ts'

interface AccountItemsProps {
  session: SessionInfo
  onPassword: () => void
}

/** The items of the account menu. A file of its own, because it is fetched when the menu opens. */
export function AccountItems({ session, onPassword }: AccountItemsProps) {
  const signOut = useSignOut()
  const hasAccount = session.kind === 'person' && session.preview === undefined
  return (
    <>
      <ThemeSwitch hasAccount={hasAccount} />
      <Menu.Divider />
      {isPermitted(session.permissions, PERMISSIONS.seePlugins) && (
        <Menu.Item
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          component={PathLink}
          href="/platform/plugins"
        >
          {t('Plugins')}
        </Menu.Item>
      )}
      {hasAccount && (
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} component={PathLink} href="/platform/account">
          {t('Your account')}
        </Menu.Item>
      )}
      {hasAccount && (
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={onPassword}>
          {session.has_password ? t('Change password') : t('Set password')}
        </Menu.Item>
      )}
      {isPermitted(session.permissions, PERMISSIONS.readApi) && (
        <Menu.Item
          leftSection={<IconBook size={16} aria-hidden />}
          component="a"
          href={addressOf('/docs')}
          target="_blank"
          rel="noreferrer"
        >
          {t('API documentation')}
        </Menu.Item>
      )}
      {session.preview === undefined && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            {t('Sign out')}
          </Menu.Item>
        </>
      )}
    </>
  )
}

/** Ends the session on the host, then clears the cache. A session that is already over counts as ended. */
function useSignOut(): () => void {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const leave = () => {
    drafts.removeAll()
    history.push('/sign-in')
    queryClient.clear()
  }
  return () => {
    request('DELETE', '/api/v1/auth/sessions/current').then(leave, (error: unknown) => {
      if (error instanceof ApiProblem && error.status === 401) leave()
      else toast.failed(error instanceof Error ? error.message : String(error))
    })
  }
}

/** Light, dark, or as the system; remembered in this browser, and for a person on every device. */
function ThemeSwitch({ hasAccount }: { hasAccount: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const change = useChangePreferences()
  const choose = (theme: MantineColorScheme) => {
    setColorScheme(theme)
    if (hasAccount) change({ theme })
  }
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => choose(value as MantineColorScheme)}>
      <Menu.RadioItem value="auto">{t('System theme')}</Menu.RadioItem>
      <Menu.RadioItem value="light">{t('Light')}</Menu.RadioItem>
      <Menu.RadioItem value="dark">{t('Dark')}</Menu.RadioItem>
    </Menu.RadioGroup>
  )
}
