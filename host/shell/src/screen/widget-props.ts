import type { Widget } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'

/** What the renderer of a widget is given. */
export interface WidgetProps<Kind extends Widget['kind'] = Widget['kind']> {
  widget: Extract<Widget, { kind: Kind }>
  /** Whether the widget shows the one `h1` of the screen. */
  heading: boolean
}

/** One renderer for each kind of widget: a kind without one does not compile. */
export type WidgetRenderers = { [Kind in Widget['kind']]: ComponentType<WidgetProps<Kind>> }
