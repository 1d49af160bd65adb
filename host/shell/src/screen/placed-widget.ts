/** The widths of a widget, by their names on the host. */
export const WIDTHS = ['third', 'half', 'two-thirds', 'full'] as const
export type Width = (typeof WIDTHS)[number]

/** A reference to a widget of a screen, as the host keeps it. Without `dashboard_id`, the person may not see the widget. */
export interface PlacedWidget {
  readonly key: string
  readonly width: Width
  readonly title?: string
  readonly dashboard_id?: string
  readonly widget_id?: string
  readonly view_id?: number
  readonly query?: string
  readonly panel_id?: string
  readonly plugin_id?: string
  readonly is_missing?: boolean
}
