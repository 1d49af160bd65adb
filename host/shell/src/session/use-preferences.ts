import type { SessionInfo } from '@atrium/sdk/documents'
import { useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
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
  // Mantine makes another function with each render, and a choice that is being stored must not be taken back.
  const applyTheme = useEffectEvent(setColorScheme)
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme)
  }, [theme])
  const isOwn = session !== undefined && session.preview === undefined
  const locale = session?.locale
  useEffect(() => {
    if (isOwn) void speakAsAccount(locale)
  }, [isOwn, locale])
  return { isSpoken: !isOwn || speaks(locale) }
}

const PREFERENCES = ['preferences'] as const

/** Stores preferences on the host, so that they apply on every device. One choice is stored after the other, so that the last one stays. */
export function useChangePreferences(): (chosen: ChosenPreferences) => void {
  const queryClient = useQueryClient()
  const isLatest = () => queryClient.isMutating({ mutationKey: PREFERENCES }) === 1
  const { mutate } = useMutation({
    mutationKey: PREFERENCES,
    scope: { id: PREFERENCES[0] },
    mutationFn: (body: ChosenPreferences) => request<SessionInfo>('PATCH', '/api/v1/auth/me', { body }),
    onSuccess: async ({ data }) => {
      // It would take the choices back that follow, as a reading under way would this one.
      if (!isLatest()) return
      await queryClient.cancelQueries(sessionOptions())
      queryClient.setQueryData(sessionOptions().queryKey, data)
    },
    onError: (error) => {
      toast.failed(error.message)
      if (isLatest()) void queryClient.invalidateQueries(sessionOptions())
    },
  })
  return mutate
}
