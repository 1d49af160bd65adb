import type { PanelDocument, SessionInfo } from '@atrium/sdk/documents'
import { createContext, use } from 'react'

/** The panel one is in, and who one is. */
export interface PanelContextValue {
  panel: PanelDocument
  /** Whether there is something to search in it. */
  isSearchable: boolean
  session: SessionInfo
}

export const PanelContext = createContext<PanelContextValue | null>(null)

/** The panel around this component. @throws Error outside of `PanelFrame` */
export function usePanel(): PanelContextValue {
  const value = use(PanelContext)
  if (!value) throw new Error('usePanel() stands outside of <PanelFrame>: move the component below it')
  return value
}
