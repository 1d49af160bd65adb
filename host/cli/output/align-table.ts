import { stripVTControlCharacters } from 'node:util'

const GAP = '  '

/** Rows of cells as lines whose columns begin below each other; colours take no room. */
export function alignTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ''))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

const width = (cell: string) => [...stripVTControlCharacters(cell)].length

const pad = (cell: string, to: number) => cell + ' '.repeat(to - width(cell))
