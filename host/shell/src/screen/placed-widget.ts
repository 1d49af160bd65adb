/** The width of a widget, by its name on the host. */
export type Width = 'third' | 'half' | 'two-thirds' | 'full'

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
