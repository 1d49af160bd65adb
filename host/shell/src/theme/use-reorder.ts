import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

interface Pointer {
  readonly x: number
  readonly y: number
  /** The present place of what is dragged. */
  readonly from: number
}

interface ReorderOptions {
  /** The place that what is dragged takes among these boxes, which are in their present order. */
  readonly placeUnder: (boxes: readonly DOMRect[], pointer: Pointer) => number
  readonly onMove: (key: string, to: number) => void
}

/** The order of some items: by dragging a handle with a mouse or a finger, or step by step. */
export function useReorder(keys: readonly string[], { placeUnder, onMove }: ReorderOptions) {
  const [dragged, setDragged] = useState<{ key: string; to: number } | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())
  const focused = useRef<HTMLElement | null>(null)
  const order = dragged ? moved(keys, dragged.key, dragged.to) : keys

  // An element that is moved within its list loses the focus.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) focused.current.focus()
    focused.current = null
  })

  const draggedTo = (event: PointerEvent<HTMLElement>, key: string): number | undefined => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return undefined
    const boxes = order.map((each) => elements.current.get(each)?.getBoundingClientRect() ?? new DOMRect())
    return placeUnder(boxes, { x: event.clientX, y: event.clientY, from: order.indexOf(key) })
  }
  const drag = (event: PointerEvent<HTMLElement>, key: string) => {
    const to = draggedTo(event, key)
    if (to !== undefined && to !== dragged?.to) setDragged({ key, to })
  }
  // The last step of a quick drag may not be rendered yet.
  const drop = (event: PointerEvent<HTMLElement>, key: string) => {
    const to = draggedTo(event, key)
    if (to !== undefined && keys[to] !== key) onMove(key, to)
    setDragged(null)
  }
  return {
    /** Moves an item by some places, and keeps the focus. Returns its new place; undefined if there is none. */
    step: (key: string, by: number): number | undefined => {
      const to = keys.indexOf(key) + by
      if (to < 0 || to >= keys.length) return undefined
      focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      onMove(key, to)
      return to
    },
    /** The props of an item. */
    item: (key: string) => ({
      'data-dragged': dragged?.key === key,
      // While it is dragged, only its visual order changes, because an element that moves within its list loses the pointer.
      ...(dragged && { style: { order: order.indexOf(key) } }),
      ref: (element: HTMLElement | null) => {
        if (element) elements.current.set(key, element)
        else elements.current.delete(key)
      },
    }),
    /** The props of the handle by which an item is dragged. */
    handle: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
      onPointerMove: (event: PointerEvent<HTMLElement>) => drag(event, key),
      onPointerUp: (event: PointerEvent<HTMLElement>) => drop(event, key),
      onPointerCancel: () => setDragged(null),
    }),
  }
}

function moved(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((each) => each !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}
