/** A cell by its position on the page, from 0. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** The chosen cells: from where the choice began to the cell with the focus. */
export interface Range {
  readonly anchor: Place
  readonly focus: Place
}

/** The cells between two rows and two columns, all included. */
export interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The size of a grid, and how many of its rows are visible at once. */
export interface GridSize {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

export const areaOf = ({ anchor, focus }: Range): Area => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

export const rowsIn = ({ top, bottom }: Area): number => bottom - top + 1
export const columnsIn = ({ left, right }: Area): number => right - left + 1

/** Whether a range has more than one cell. */
export const isSeveral = ({ anchor, focus }: Range): boolean =>
  anchor.row !== focus.row || anchor.column !== focus.column

/** The cell to which a key leads. Undefined for other keys. Arrows stop at the edges. */
export function moved({ row, column }: Place, key: PressedKey, { rows, columns, page }: GridSize): Place | undefined {
  const last = { row: rows - 1, column: columns - 1 }
  const at = (to: Partial<Place>): Place => within({ row, column, ...to }, last)
  const isFar = key.ctrlKey || key.metaKey
  switch (key.key) {
    case 'ArrowUp':
      return at({ row: isFar ? 0 : row - 1 })
    case 'ArrowDown':
      return at({ row: isFar ? last.row : row + 1 })
    case 'ArrowLeft':
      return at({ column: isFar ? 0 : column - 1 })
    case 'ArrowRight':
      return at({ column: isFar ? last.column : column + 1 })
    case 'Home':
      return at({ column: 0, ...(isFar && { row: 0 }) })
    case 'End':
      return at({ column: last.column, ...(isFar && { row: last.row }) })
    case 'PageUp':
      return at({ row: row - page })
    case 'PageDown':
      return at({ row: row + page })
    default:
      return undefined
  }
}

/** A key as its event describes it. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The next or previous cell, row by row, for Tab. Undefined beyond the first and the last one, where Tab leaves the grid. */
export function tabbed({ row, column }: Place, step: 1 | -1, { rows, columns }: GridSize): Place | undefined {
  const at = row * columns + column + step
  return at < 0 || at >= rows * columns ? undefined : { row: Math.floor(at / columns), column: at % columns }
}

/** The nearest cell that exists. */
export const within = ({ row, column }: Place, last: Place): Place => ({
  row: Math.max(0, Math.min(last.row, row)),
  column: Math.max(0, Math.min(last.column, column)),
})
