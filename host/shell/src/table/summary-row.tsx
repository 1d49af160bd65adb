import type { Column } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { summaryOptions } from '../api/records.ts'
import type { Summary } from '../api/request.ts'
import { msg, t } from '../language/t.ts'
import { ColumnValue } from './columns.tsx'
import { summaryQuery } from './list-query.ts'
import { columnAlign, columnWidth } from './record-cell.tsx'
import type { RowShape } from './record-row.tsx'
import styles from './record-table.module.css'
import type { TableScope } from './table-scope.ts'

type Summarized = Column & { summary: NonNullable<Column['summary']> }

const WORDS = { sum: msg('Sum'), average: msg('Average'), min: msg('Lowest'), max: msg('Highest') } as const

/** Figures below the columns that declare one: over all matching records, or over the selected ones of the page. */
export function SummaryRow({ scope, hasChoice, hasMenu }: { scope: TableScope } & RowShape) {
  const { widget, list, columns, listPath, selection } = scope
  const summarized = columns.shown.filter(
    (column): column is typeof column & Summarized => column.summary !== undefined,
  )
  const names = summarized.map(({ name }) => name)
  const { data } = useQuery({
    ...summaryOptions(listPath, summaryQuery(widget, list.state, names)),
    enabled: names.length > 0,
  })
  // Of all that match, most are not on the page.
  const chosen = selection.isAll ? [] : (list.page.data?.records.filter(({ id }) => selection.has(id)) ?? [])
  if (names.length === 0 || list.page.data?.total === 0) return null
  const figures = chosen.length > 0 ? figuresOf(chosen, summarized) : data
  const of = chosen.length > 0 ? t(' of {chosen} selected', { chosen: chosen.length }) : ''
  return (
    <tfoot>
      <tr className={styles.summary}>
        {hasChoice && <td className={styles.choice} />}
        {columns.shown.map((column) => (
          <td key={column.name} data-align={columnAlign(column)} {...columnWidth(column)}>
            {column.summary && (
              <>
                <span className={styles.figure}>{`${t(WORDS[column.summary])}${of}`}</span>
                <span>
                  <ColumnValue
                    column={column}
                    value={readable(figures?.[column.name]?.[column.summary])}
                    records={[]}
                  />
                </span>
              </>
            )}
          </td>
        ))}
        {hasMenu && <td className={styles.menu} />}
      </tr>
    </tfoot>
  )
}

/** An average rarely ends. */
const readable = (value: number | null | undefined) =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value

function figuresOf(records: readonly DataRecord[], columns: readonly Summarized[]): Summary {
  return Object.fromEntries(columns.map(({ name, summary }) => [name, { [summary]: figureOf(records, name, summary) }]))
}

function figureOf(records: readonly DataRecord[], name: string, summary: Summarized['summary']): number | null {
  const values = records.map((record) => record[name]).filter((value) => typeof value === 'number')
  if (values.length === 0) return null
  const sum = values.reduce((all, value) => all + value, 0)
  if (summary === 'sum') return sum
  return summary === 'average' ? sum / values.length : Math[summary](...values)
}
