import type { PlacedWidget } from '../screen/placed-widget.ts'

type Widgets = readonly PlacedWidget[]

/** Moves a widget to another place; places beyond the ends are those at the ends. */
export function movedTo(widgets: Widgets, key: string, to: number): Widgets {
  const widget = widgets.find((each) => each.key === key)
  if (widget === undefined) return widgets
  const others = widgets.filter((each) => each !== widget)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), widget, ...others.slice(place)]
}

/** Changes one widget. A title of undefined gives it the one of its screen. */
export function changedWidget(
  widgets: Widgets,
  key: string,
  { title, ...changes }: Partial<Pick<PlacedWidget, 'width'>> & { title?: string | undefined },
): Widgets {
  return widgets.map((widget) => {
    if (widget.key !== key) return widget
    const { title: before, ...rest } = widget
    const next = title ?? before
    return { ...rest, ...changes, ...(next !== undefined && next !== '' && { title: next }) }
  })
}

/** Puts a removed widget back to where it was. */
export const putBack = (widgets: Widgets, widget: PlacedWidget, at: number): Widgets =>
  widgets.some(({ key }) => key === widget.key) ? widgets : [...widgets.slice(0, at), widget, ...widgets.slice(at)]

/** Where an item is, in pixels. */
type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>

/** The place of the item of a grid that a pointer has reached, from the rectangles of the items in their order. */
export function placeUnder(boxes: readonly Box[], { x, y, from }: { x: number; y: number; from: number }): number {
  const under = boxes.findIndex(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom)
  const [own, other] = [boxes[from], boxes[under]]
  if (own === undefined || other === undefined || under === from) return from
  // Only past its middle, so that a small widget does not jump to and fro over a large one.
  const isBeside = Math.abs(own.top - other.top) < 8
  const [at, middle] = isBeside ? [x, (other.left + other.right) / 2] : [y, (other.top + other.bottom) / 2]
  const isPast = under > from ? at > middle : at < middle
  return isPast ? under : from
}
