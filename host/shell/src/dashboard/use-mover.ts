import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { readingKey } from '../language/direction.ts'
import { t } from '../language/t.ts'
import type { PlacedWidget } from '../screen/placed-widget.ts'
import { formatCount } from '../values/person-formats.ts'
import { movedTo, placeUnder } from './arrange-widgets.ts'

type Widgets = readonly PlacedWidget[]

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The order of widgets: by dragging a grip with a mouse or a finger, by its arrow keys, or by buttons. */
export function useMover(widgets: Widgets, onChange: (widgets: Widgets) => void) {
  const [dragged, setDragged] = useState<{ key: string; to: number } | null>(null)
  const [said, setSaid] = useState('')
  const items = useRef(new Map<string, HTMLElement>())
  const focused = useRef<HTMLElement | null>(null)
  const order = dragged ? movedTo(widgets, dragged.key, dragged.to) : widgets
  const placeOf = (key: string) => order.findIndex((each) => each.key === key)

  // An element that is moved within its list loses the focus.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) focused.current.focus()
    focused.current = null
  })

  const step = (key: string, title: string, by: number) => {
    const to = widgets.findIndex((each) => each.key === key) + by
    if (to < 0 || to >= widgets.length) return
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    onChange(movedTo(widgets, key, to))
    const count = formatCount(widgets.length)
    setSaid(t('{title}, {place} of {count}', { title, place: formatCount(to + 1), count }))
  }
  const draggedTo = (event: PointerEvent<HTMLElement>, key: string): number | undefined => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return undefined
    const boxes = order.map((each) => items.current.get(each.key)?.getBoundingClientRect() ?? new DOMRect())
    return placeUnder(boxes, { x: event.clientX, y: event.clientY, from: placeOf(key) })
  }
  const drag = (event: PointerEvent<HTMLElement>, key: string) => {
    const to = draggedTo(event, key)
    if (to !== undefined && to !== dragged?.to) setDragged({ key, to })
  }
  // The last step of a quick drag may not be rendered yet.
  const drop = (event: PointerEvent<HTMLElement>, key: string) => {
    const to = draggedTo(event, key)
    if (to !== undefined && widgets[to]?.key !== key) onChange(movedTo(widgets, key, to))
    setDragged(null)
  }
  return {
    said,
    step,
    item: (key: string) => ({
      'data-dragged': dragged?.key === key,
      // While it is dragged, only its visual order changes, because an element that moves within its list loses the pointer.
      ...(dragged && { style: { order: placeOf(key) } }),
      ref: (element: HTMLElement | null) => {
        if (element) items.current.set(key, element)
        else items.current.delete(key)
      },
    }),
    handle: (key: string, title: string) => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const by = STEPS[readingKey(event.key)]
        if (by === undefined) return
        event.preventDefault()
        step(key, title, by)
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
      onPointerMove: (event: PointerEvent<HTMLElement>) => drag(event, key),
      onPointerUp: (event: PointerEvent<HTMLElement>) => drop(event, key),
      onPointerCancel: () => setDragged(null),
    }),
  }
}

export type Mover = ReturnType<typeof useMover>
