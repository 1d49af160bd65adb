import { Button } from '@mantine/core'
import type { Column } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { defaultRangeExtractor, useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { Fragment, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { pageOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import type { EditableCells } from './editable-cells.ts'
import { pageQuery } from './list-query.ts'
import { RecordRow, type RowShape } from './record-row.tsx'
import styles from './record-table.module.css'
import { GroupRow } from './group-row.tsx'
import { groupStarts } from './row-groups.ts'
import { SkeletonRow } from './skeleton-row.tsx'
import { type TableScope, useSeen } from './table-scope.ts'
import { useSteadyPage } from './use-list.ts'

export interface WholeRowsProps extends RowShape {
  scope: TableScope
  editPath: string | undefined
  cells: EditableCells
  grouping: Column | undefined
  /** The number of cells in a row. */
  span: number
}

/** Rows above and below the visible ones, so that they are there before one sees them. */
const OVERSCAN = 10

/** While one scrolls, only rows that come into view are made: this needs the same scope, record and functions each time. */
const Row = memo(RecordRow)

/** All records of a list. Only the rows in view exist, and only blocks of records in view are read; empty rows keep the place of the others. */
export function WholeRows(props: WholeRowsProps) {
  const { scope, span } = props
  const { list, columns } = scope
  const rows = useRows(scope)
  useFixedWidths(list.frame, columns.shown)

  const items = rows.getVirtualItems()
  const head = rows.options.scrollMargin
  const placed = withGaps(items, head)
  const blockOf = ({ index }: VirtualItem) => Math.floor(index / list.state.size)
  return (
    <>
      {[...new Set(items.map(blockOf))].map((block) => (
        <BlockRows
          key={block}
          {...props}
          block={block}
          items={placed.filter((item) => blockOf(item) === block)}
          measure={rows.measureElement}
        />
      ))}
      <Gap height={rows.getTotalSize() + head - (items.at(-1)?.end ?? head)} span={span} />
    </>
  )
}

/** Which rows exist. Begins at the top again when other records or another order are shown. */
function useRows({ widget, listPath, list }: TableScope): Virtualizer<HTMLDivElement, HTMLTableRowElement> {
  const { frame, state, page } = list
  const focused = useFocusedRow(list)
  const query = useMemo(() => pageQuery(widget, state), [widget, state])
  const place = `${listPath}?${query}`
  const height = useRef(40)
  const rows = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: page.data?.total ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => height.current,
    measureElement: (row) => row.offsetHeight + headingHeight(row),
    scrollMargin: frame.current?.querySelector('thead')?.offsetHeight ?? 0,
    overscan: OVERSCAN,
    // The row that has the focus stays, because it may have an open editor, and so do those beside it, where the arrow keys go.
    rangeExtractor: (range) =>
      withNeighbours(defaultRangeExtractor(range), { focused: focused.current, count: range.count }),
  })
  useLayoutEffect(() => {
    height.current = frame.current?.querySelector<HTMLElement>('tr[data-index]')?.offsetHeight ?? height.current
    rows.measure()
  }, [rows, frame, state.isDense])
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    focused.current = undefined
    rows.scrollToOffset(0)
  }, [rows, place, focused])
  return rows
}

function withNeighbours(
  inView: number[],
  { focused, count }: { focused: number | undefined; count: number },
): number[] {
  if (focused === undefined) return inView
  const kept = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < count)
  return [...new Set([...kept, ...inView])].sort((a, b) => a - b)
}

const headingHeight = ({ previousElementSibling: before }: Element) =>
  before instanceof HTMLElement && before.dataset['group'] !== undefined ? before.offsetHeight : 0

/** The index of the row that had the focus last. */
function useFocusedRow({ frame }: TableScope['list']) {
  const focused = useRef<number>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
      if (row) focused.current = Number(row.dataset['index'])
    }
    const { current } = frame
    current?.addEventListener('focusin', note)
    return () => current?.removeEventListener('focusin', note)
  }, [frame])
  return focused
}

/** Keeps the width that each column has with the first rows, so that columns do not move while one scrolls. */
function useFixedWidths(frame: TableScope['list']['frame'], columns: TableScope['columns']['shown']): void {
  useLayoutEffect(() => {
    const table = frame.current?.querySelector('table')
    const heads = [...(table?.querySelectorAll<HTMLElement>('thead th:not([data-wide])') ?? [])]
    const widths = heads.map(({ offsetWidth }) => offsetWidth)
    heads.forEach((head, at) => (head.style.width = `${widths[at]}px`))
    table?.setAttribute('data-fixed', 'true')
    return () => {
      for (const head of heads) head.style.removeProperty('width')
      table?.removeAttribute('data-fixed')
    }
  }, [frame, columns.map(({ name, width }) => `${name} ${width}`).join()])
}

interface Placed extends VirtualItem {
  /** Pixels between this row and the one before it that exists. */
  gap: number
}

const withGaps = (items: readonly VirtualItem[], head: number): Placed[] =>
  items.map((item, at) => ({ ...item, gap: item.start - (items[at - 1]?.end ?? head) }))

interface BlockRowsProps extends WholeRowsProps {
  /** Counts from 0. */
  block: number
  items: readonly Placed[]
  measure: (row: HTMLTableRowElement | null) => void
}

/** The rows of one block that are in view. */
function BlockRows({ block, items, measure, grouping, span, ...row }: BlockRowsProps) {
  const { scope } = row
  const { widget, listPath, list, seen } = scope
  const { state } = list
  const query = useMemo(() => pageQuery(widget, { ...state, page: block + 1 }), [widget, state, block])
  const options = { ...pageOptions(listPath, query), placeholderData: undefined }
  const { page } = useSteadyPage(useQuery(options), { place: `${listPath}?${query}`, frame: list.frame })
  const records = page.data?.records ?? []
  useSeen(seen, page.data?.records)
  const starts = groupStarts(grouping, records)

  return (
    <>
      {page.error && <Failed span={span} onRetry={() => void page.refetch()} />}
      {items.map(({ index, gap }) => {
        const record = records[index - block * list.state.size]
        return (
          <Fragment key={index}>
            <Gap height={gap} span={span} />
            {record && grouping && starts.has(record) && <GroupRow column={grouping} {...{ record, records, span }} />}
            {record ? (
              <Row record={record} records={records} {...row} index={index} measure={measure} />
            ) : (
              <SkeletonRow columns={scope.columns.shown} row={index} {...row} />
            )}
          </Fragment>
        )
      })}
    </>
  )
}

/** The place of rows that do not exist. */
const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden className={styles.gap}>
      <td colSpan={span} style={{ height }} />
    </tr>
  )

const Failed = ({ span, onRetry }: { span: number; onRetry: () => void }) => (
  <tr className={styles.failed}>
    <td colSpan={span} role="alert">
      {t('These rows could not be read.')}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </td>
  </tr>
)
