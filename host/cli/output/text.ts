import { stripVTControlCharacters, styleText } from 'node:util'

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

/** A colour or a weight, or several of them, as `util.styleText` names them. */
export type Paint = Parameters<typeof styleText>[0]

type Stream = NodeJS.WriteStream

/** Colours a text where the stream is a terminal and neither `NO_COLOR` nor `NODE_DISABLE_COLORS` says otherwise. */
export function paint(format: Paint, text: string, { stream = process.stdout }: { stream?: Stream } = {}): string {
  return styleText(format, text, { stream })
}

/** The host speaks of its REST interface; the same is said of the command line by an option. */
export const ownWords = (text: string) => text.replaceAll('`?cascade=1`', '`--cascade`')
