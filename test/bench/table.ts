import type { Finding } from './finding.ts'

/** The findings as a table, one line each. */
export function table(findings: readonly Finding[]): string {
  const rows = [
    ['measure', 'figure', 'wanted', ''],
    ...findings.map(({ measure, figure, wanted, met }) => [measure, figure, wanted, met ? 'met' : 'MISSED']),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}
