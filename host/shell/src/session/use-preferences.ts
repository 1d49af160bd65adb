import type { SessionInfo } from '@atrium/sdk/documents'
import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { applyFormats } from '../values/person-formats.ts'

/** What a person may choose for themselves. `null` goes back to what the browser says. */
export type ChosenPreferences = { [Name in 'locale' | 'time_zone' | 'theme' | 'formats']?: SessionInfo[Name] | null }

/** Shows the shell as the person wants to read it: language, time zone and formats before anything is written, and the theme. */
export function usePreferencesOf(session: SessionInfo | undefined): void {
  const { setColorScheme } = useMantineColorScheme()
  const theme = session?.theme
  if (session) applyFormats(session)
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme)
  }, [theme, setColorScheme])
}

/** Keeps preferences on the host, so that they follow the person to every device. */
export function useChangePreferences(): (chosen: ChosenPreferences) => Promise<void> {
  const queryClient = useQueryClient()
  return async (chosen) => {
    try {
      const { data } = await request<SessionInfo>('PATCH', '/api/v1/auth/me', { body: chosen })
      queryClient.setQueryData(sessionOptions().queryKey, data)
    } catch (error) {
      toast.failed(error instanceof Error ? error.message : String(error))
    }
  }
}
