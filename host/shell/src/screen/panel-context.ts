import type { PanelDocument, SessionInfo } from '@atrium/sdk/documents'
import { useLocation } from '@tanstack/react-router'
import { createContext, use } from 'react'

/** The current panel, and who is signed in. */
interface PanelContextValue {
  panel: PanelDocument
  /** Whether the panel has anything to search. */
  isSearchable: boolean
  session: SessionInfo
}

/** Provided by the frame of a panel. */
export const PanelContext = createContext<PanelContextValue | null>(null)

/** Returns the panel around this component. @throws Error outside of `PanelFrame` */
export function usePanel(): PanelContextValue {
  const value = use(PanelContext)
  if (!value) throw new Error('usePanel() is called outside of <PanelFrame>. Move the component inside.')
  return value
}

/**
 * Returns a path of a screen, or undefined if the panel does not show that screen to this person. Paths of other panels are returned
 * unchanged.
 */
export function useShownPath(path: string | undefined): string | undefined {
  const { panel } = usePanel()
  const isOwn = path?.startsWith(`/${panel.id}/`) ?? false
  return isOwn && !panel.screens.some((screen) => screen.path === path) ? undefined : path
}

/** Returns the path of the address, without the query. */
export function usePathname(): string {
  return useLocation({ select: (location) => location.pathname })
}
