import { type KeyboardEvent, useState } from 'react'
import { readingKey } from '../language/direction.ts'
import { t } from '../language/t.ts'
import type { PlacedWidget } from '../screen/placed-widget.ts'
import { useReorder } from '../theme/use-reorder.ts'
import { formatCount } from '../values/person-formats.ts'
import { movedTo, placeUnder } from './arrange-widgets.ts'

type Widgets = readonly PlacedWidget[]

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The order of widgets: by dragging a grip with a mouse or a finger, by its arrow keys, or by buttons. */
export function useMover(widgets: Widgets, onChange: (widgets: Widgets) => void) {
  const [said, setSaid] = useState('')
  const order = useReorder(
    widgets.map(({ key }) => key),
    { placeUnder, onMove: (key, to) => onChange(movedTo(widgets, key, to)) },
  )
  const step = (key: string, title: string, by: number) => {
    const to = order.step(key, by)
    if (to === undefined) return
    const count = formatCount(widgets.length)
    setSaid(t('{title}, {place} of {count}', { title, place: formatCount(to + 1), count }))
  }
  return {
    said,
    step,
    item: order.item,
    handle: (key: string, title: string) => ({
      ...order.handle(key),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const by = STEPS[readingKey(event.key)]
        if (by === undefined) return
        event.preventDefault()
        step(key, title, by)
      },
    }),
  }
}

export type Mover = ReturnType<typeof useMover>
