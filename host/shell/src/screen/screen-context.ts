import type { Dashboard, PanelScreen, Widget } from '@atrium/sdk/documents'
import { createContext, use } from 'react'
import { isDenied } from '../api/api-problem.ts'
import type { SearchPlace } from './search-place.ts'

/** The current screen, and the id of its record if it has one. */
interface ScreenContextValue {
  dashboard: Dashboard
  screen: PanelScreen
  recordId: string | undefined
  /** For a widget that stands on a person's dashboard instead of its own screen. */
  placed?: Placed
}

/** How a widget stands on a person's dashboard. */
interface Placed {
  place: SearchPlace
  /** Whether it has less than half of a wide screen. */
  isNarrow: boolean
}

/** Provided by the dashboard. */
export const ScreenContext = createContext<ScreenContextValue | null>(null)

/** Returns the screen around this component. @throws Error outside of `DashboardScreen` */
export function useScreen(): ScreenContextValue {
  const value = use(ScreenContext)
  if (!value) throw new Error('useScreen() is called outside of <DashboardScreen>. Move the component inside.')
  return value
}

/**
 * Whether a widget is left out of the screen of a record: the person may read the record, but not the data of the widget. Other screens say
 * that the person has no access, because they may contain nothing else.
 */
export function useLeftOut(error: Error | null): boolean {
  return useScreen().recordId !== undefined && isDenied(error)
}

/** The props of the component that renders a widget. */
export interface WidgetProps<Kind extends Widget['kind'] = Widget['kind']> {
  widget: Extract<Widget, { kind: Kind }>
  /** Whether the widget shows the one `h1` of the screen. */
  heading: boolean
}
