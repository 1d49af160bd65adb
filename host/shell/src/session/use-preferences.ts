import type { SessionInfo } from '@atrium/sdk/documents'
import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { speakAsAccount, speaks } from '../language/speak.ts'
import { applyFormats } from '../values/person-formats.ts'

/** The preferences that a person may set. `null` goes back to the browser's setting. */
export type ChosenPreferences = { [Name in 'locale' | 'time_zone' | 'theme' | 'formats']?: SessionInfo[Name] | null }

/**
 * Applies the person's preferences to the shell: language, time zone and formats before anything is formatted, and the theme. Returns
 * whether the shell speaks the person's language already. A preview stays in the language of the viewer.
 */
export function usePreferencesOf(session: SessionInfo | undefined): { isSpoken: boolean } {
  const { setColorScheme } = useMantineColorScheme()
  const theme = session?.theme
  if (session) applyFormats(session)
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme)
  }, [theme, setColorScheme])
  const isOwn = session !== undefined && session.preview === undefined
  const locale = session?.locale
  useEffect(() => {
    if (isOwn) void speakAsAccount(locale)
  }, [isOwn, locale])
  return { isSpoken: !isOwn || speaks(locale) }
}

/** Stores preferences on the host, so that they apply on every device. */
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
