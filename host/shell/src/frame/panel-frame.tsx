import type { PanelDocument } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isAbsent } from '../api/api-problem.ts'
import { panelOptions, sessionOptions } from '../api/documents.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { SearchHotkey } from './search-hotkey.tsx'
import { Frame } from './frame.tsx'
import loneStyles from './lone-screen.module.css'
import { PanelContext } from '../screen/panel-context.ts'
import { PanelMissing } from './panel-missing.tsx'
import { rememberedPanel } from './remembered-panel.ts'

/** A panel and whoever is in it, around its screens. */
export function PanelFrame() {
  const { panelId } = useParams({ from: '/$panelId' })
  const session = useQuery(sessionOptions())
  const panel = useQuery(panelOptions(panelId))
  const isThere = panel.data !== undefined

  useEffect(() => {
    if (isThere) rememberedPanel.write(panelId)
  }, [isThere, panelId])

  if (session.data && panel.data) {
    const shown = isAbsent(panel.error) ? emptied(panel.data) : panel.data
    return (
      <PanelContext value={{ panel: shown, isSearchable: true, session: session.data }}>
        <Frame />
        <SearchHotkey />
      </PanelContext>
    )
  }
  if (panel.error && session.data)
    return <PanelMissing error={panel.error} session={session.data} onRetry={panel.refetch} />
  if (session.error) {
    return (
      <main className={loneStyles.lone}>
        <ProblemNotice error={session.error} onRetry={session.refetch} heading />
      </main>
    )
  }
  return <ScreenSkeleton />
}

/** A panel goes with the last plugin that shows something in it. Who is in it stays there, and is told. */
function emptied(panel: PanelDocument): PanelDocument {
  return { ...panel, navigation: [], screens: [], modules: [] }
}
