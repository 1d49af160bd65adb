import type { PointerEvent } from 'react'
import { useEffect, useRef } from 'react'
import { fittingWidth, withWidth } from './layout.ts'
import type { ShownColumn } from './layout.ts'
import { widthName } from './record-cell.tsx'
import styles from './record-table.module.css'
import type { TableScope } from './table-scope.ts'

/**
 * The end of a column header: dragging it changes the width, and a double click resets the width to the content. For mice only; the panel
 * of the columns does the same for keys and fingers.
 */
export function ColumnEdge({ column, scope: { list, columns } }: { column: ShownColumn; scope: TableScope }) {
  const edge = useRef<HTMLSpanElement>(null)
  const { name, width } = column
  const setWidth = (next: number | undefined) => list.arrange({ columns: withWidth(columns.shown, name, next) })
  useEffect(() => void edge.current?.closest('table')?.style.removeProperty(widthName(name)), [name, width])
  return (
    <span
      ref={edge}
      className={styles.edge}
      aria-hidden
      onPointerDown={(event) => dragEdge(event, column, setWidth)}
      onDoubleClick={() => setWidth(undefined)}
    />
  )
}

/**
 * Follows the pointer until it is released. Meanwhile only a property of the table changes, which its cells follow without being rendered;
 * a column without a width first gets its present one for that.
 */
function dragEdge(
  { button, pointerId, clientX, currentTarget: edge }: PointerEvent<HTMLElement>,
  { name, width }: ShownColumn,
  setWidth: (width: number) => void,
): void {
  const table = edge.closest('table')
  const present = edge.closest('th')?.offsetWidth
  if (button !== 0 || table === null || present === undefined) return
  const direction = getComputedStyle(table).direction === 'rtl' ? -1 : 1
  const ending = new AbortController()
  let next: number | undefined
  const move = (event: globalThis.PointerEvent) => {
    if (next === undefined && width === undefined) setWidth(present)
    next = fittingWidth(present + direction * (event.clientX - clientX))
    table.style.setProperty(widthName(name), `${next}px`)
  }
  const end = () => {
    ending.abort()
    if (next !== undefined) setWidth(next)
  }
  edge.setPointerCapture(pointerId)
  for (const [type, listener] of [
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const)
    edge.addEventListener(type, listener, { signal: ending.signal })
}
