import { useLayoutEffect, useRef, useState } from 'react'
import type { DataRecord, RecordId } from '../../api/paths.ts'
import type { ShownColumn } from '../layout.ts'
import { areaOf, type GridSize, type Place, type Range, within } from './grid-range.ts'

/** A cell by its record and column, so that it stays the same if rows or columns move. */
interface Cell {
  readonly id: RecordId
  readonly name: string
}

/** The focused cell and the chosen range of a grid. */
export function useGrid(records: readonly DataRecord[], columns: readonly ShownColumn[]) {
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<{ anchor: Cell; focus: Cell } | null>(null)
  const wantsFocus = useRef(false)
  const range = rangeOf(chosen, records, columns)

  const choose = (focus: Place, anchor: Place = focus) => {
    const cellAt = ({ row, column }: Place): Cell => ({ id: records[row]?.id ?? '', name: columns[column]?.name ?? '' })
    setChosen({ anchor: cellAt(anchor), focus: cellAt(focus) })
    wantsFocus.current = true
  }
  const focus = () => cellOf(table.current, range.focus)?.focus()
  // Before the next key, which would be lost while nothing has the focus.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    focus()
  })

  return {
    table,
    range,
    area: areaOf(range),
    /** Moves the focus to a cell. With an anchor, the cells between them are chosen. */
    choose,
    /** Puts the focus back on the focused cell. */
    focus,
    /** Measured, because the height of rows and of the window may change. */
    size: (): GridSize => ({ rows: records.length, columns: columns.length, page: rowsPerPage(table.current) }),
  }
}

export type Grid = ReturnType<typeof useGrid>

/** The range on the present page. A cell that has left it counts as its first one. */
function rangeOf(
  chosen: { anchor: Cell; focus: Cell } | null,
  records: readonly DataRecord[],
  columns: readonly ShownColumn[],
): Range {
  const last = { row: records.length - 1, column: columns.length - 1 }
  const placeOf = (cell: Cell | undefined): Place =>
    within(
      {
        row: records.findIndex(({ id }) => id === cell?.id),
        column: columns.findIndex(({ name }) => name === cell?.name),
      },
      last,
    )
  return { anchor: placeOf(chosen?.anchor), focus: placeOf(chosen?.focus) }
}

const cellOf = (table: HTMLTableElement | null, { row, column }: Place) => table?.tBodies[0]?.rows[row]?.cells[column]

function rowsPerPage(table: HTMLTableElement | null): number {
  const height = table?.tBodies[0]?.rows[0]?.offsetHeight ?? 40
  const frame = table?.parentElement?.clientHeight ?? 0
  return Math.max(1, Math.floor(Math.min(frame, window.innerHeight) / height) - 2)
}

/** The place of the cell in which an event happened. Undefined for a header, and for what a cell shows above the page. */
export function placeIn(table: HTMLTableElement, target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest('td') : null
  const row = cell?.parentElement
  if (!cell || !(row instanceof HTMLTableRowElement) || !table.tBodies[0]?.contains(row)) return undefined
  return { row: row.sectionRowIndex, column: cell.cellIndex }
}
