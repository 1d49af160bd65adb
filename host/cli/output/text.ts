import { stripVTControlCharacters, styleText } from 'node:util'

const GAP = '  '

/** Formats rows as lines with aligned columns. Escape codes of colours do not count as width. */
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

/** Format names of `util.styleText`, one or several. */
export type Paint = Parameters<typeof styleText>[0]

type Stream = NodeJS.WriteStream

/** Formats a text if the stream is a terminal and neither `NO_COLOR` nor `NODE_DISABLE_COLORS` is set. */
export function paint(format: Paint, text: string, { stream = process.stdout }: { stream?: Stream } = {}): string {
  return styleText(format, text, { stream })
}

/** Replaces the REST query parameter in the host's messages by the option of the command line. */
export const inCliTerms = (text: string) => text.replaceAll('`?cascade=1`', '`--cascade`')
