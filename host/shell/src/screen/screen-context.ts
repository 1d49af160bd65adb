import type { Dashboard, PanelScreen } from '@atrium/sdk/documents'
import { createContext, use } from 'react'

/** The screen one is on, and the record it is about where it is about one. */
export interface ScreenContextValue {
  dashboard: Dashboard
  screen: PanelScreen
  recordId: string | undefined
}

export const ScreenContext = createContext<ScreenContextValue | null>(null)

/** The screen around this component. @throws Error outside of `DashboardScreen` */
export function useScreen(): ScreenContextValue {
  const value = use(ScreenContext)
  if (!value) throw new Error('useScreen() stands outside of <DashboardScreen>: move the component below it')
  return value
}
