import type { PanelDocument, PanelScreen } from '@atrium/sdk/documents'
import { useMemo } from 'react'
import { useKept } from '../api/query-client.ts'
import { matchScreen } from '../screen/match-screen.ts'
import { usePanel } from '../screen/panel-context.ts'

/** A module as its panel knows it. */
export type PanelModule = PanelDocument['modules'][number]

/** What is open at an address. */
export interface OpenScreen {
  screen: PanelScreen
  recordId: string | undefined
  module: PanelModule | undefined
}

/** The screen at an address as it is, or as it last was where it is gone: then `isThere` is false. */
export function useOpenScreen(pathname: string): { open: OpenScreen | undefined; isThere: boolean } {
  const { panel } = usePanel()
  const found = useMemo(() => openScreen(panel, pathname), [panel, pathname])
  return { open: useKept(found), isThere: found !== undefined }
}

function openScreen({ screens, modules }: PanelDocument, pathname: string): OpenScreen | undefined {
  const match = matchScreen(screens, pathname)
  return match === null
    ? undefined
    : { ...match, module: modules.find(({ module_id }) => module_id === match.screen.module_id) }
}
