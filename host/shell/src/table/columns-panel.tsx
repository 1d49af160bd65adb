import { ActionIcon, Button, Checkbox, SegmentedControl, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconGripVertical, IconMinus, IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useState } from 'react'
import { t } from '../language/t.ts'
import { useReorder } from '../theme/use-reorder.ts'
import styles from './columns-panel.module.css'
import { fittingWidth, moved, withColumn, withWidth } from './layout.ts'
import type { ChosenColumn, ShownColumn } from './layout.ts'
import type { PanelProps } from './table-tools.tsx'
import { ToolPanel } from './tool-panel.tsx'

/** Chooses the columns of a table, their order and width, and the height of its rows. */
export function ColumnsPanel({ opener, scope }: PanelProps) {
  const { list, columns, widget } = scope
  const { isDense } = list.state
  const isChosen = list.state.columns !== null || isDense !== null
  const hidden = columns.all.filter(({ name }) => !columns.shown.some((shown) => shown.name === name))
  const reset = (
    <Button
      variant="subtle"
      size="compact-xs"
      disabled={!isChosen}
      onClick={() => list.arrange({ columns: null, isDense: null })}
    >
      {t('Reset')}
    </Button>
  )
  return (
    <ToolPanel opener={opener} title={t('Columns')} width={340} aside={reset}>
      <ShownColumns columns={columns.shown} table={list.frame} onChange={(next) => list.arrange({ columns: next })} />
      {hidden.length > 0 && (
        <ul className={styles.hidden}>
          {hidden.map(({ name, label }) => (
            <li key={name} className={styles.column}>
              <Checkbox
                size="xs"
                className={styles.choice}
                label={label}
                checked={false}
                onChange={() => list.arrange({ columns: withColumn(columns.shown, name, widget.columns) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.rows}>
        <span aria-hidden>{t('Rows')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('Height of the rows')}
          data={[
            { value: 'comfortable', label: t('Comfortable') },
            { value: 'compact', label: t('Compact') },
          ]}
          value={isDense ? 'compact' : 'comfortable'}
          onChange={(value) => list.arrange({ isDense: value === 'compact' })}
        />
      </div>
    </ToolPanel>
  )
}

interface ShownColumnsProps {
  columns: readonly ShownColumn[]
  /** The element around the table, which knows the widths of its columns. */
  table: RefObject<HTMLElement | null>
  onChange: (columns: readonly ChosenColumn[]) => void
}

/** The visible columns in their order. The last one cannot be hidden. */
function ShownColumns({ columns, table, onChange }: ShownColumnsProps) {
  const { said, grip } = useOrder(columns, onChange)
  return (
    <>
      <ol className={styles.list}>
        {columns.map((column, index) => (
          <li key={column.name} className={styles.column} {...grip.item(column.name)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              className={styles.grip}
              aria-label={t('Move {label}', { label: column.label })}
              title={t('Drag, or press the arrow keys')}
              data-autofocus={index === 0 || undefined}
              {...grip.handle(column)}
            >
              <IconGripVertical size={14} aria-hidden />
            </ActionIcon>
            <Checkbox
              size="xs"
              className={styles.choice}
              label={column.label}
              checked
              disabled={columns.length === 1}
              onChange={() => onChange(columns.filter(({ name }) => name !== column.name))}
            />
            <WidthSteps
              column={column}
              table={table}
              onChange={(width) => onChange(withWidth(columns, column.name, width))}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

/** In pixels. */
const STEP = 20

interface WidthStepsProps extends Pick<ShownColumnsProps, 'table'> {
  column: ShownColumn
  onChange: (width: number | undefined) => void
}

/** The width of a column: narrower, wider, or as its content. */
function WidthSteps({ column: { name, label, width }, table, onChange }: WidthStepsProps) {
  const step = (by: number) => {
    const cell = table.current?.querySelector<HTMLElement>(`th[data-column="${CSS.escape(name)}"]`)
    onChange(fittingWidth((width ?? cell?.offsetWidth ?? 0) + by))
  }
  return (
    <div className={styles.width} role="group" aria-label={t('Width of {label}', { label })}>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('Narrower')} onClick={() => step(-STEP)}>
        <IconMinus size={12} aria-hidden />
      </ActionIcon>
      {width === undefined ? (
        <span className={styles.pixels}>{t('Auto')}</span>
      ) : (
        <button
          type="button"
          className={styles.pixels}
          title={t('Make it as wide as its content')}
          aria-label={t('{width} pixels. Make it as wide as its content', { width })}
          onClick={() => onChange(undefined)}
        >
          {width}
        </button>
      )}
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('Wider')} onClick={() => step(STEP)}>
        <IconPlus size={12} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** The order of the columns: by dragging a grip with a mouse or a finger, or by its arrow keys. */
function useOrder(columns: readonly ShownColumn[], onChange: (columns: readonly ChosenColumn[]) => void) {
  const [said, setSaid] = useState('')
  const order = useReorder(
    columns.map(({ name }) => name),
    { placeUnder, onMove: (name, to) => onChange(moved(columns, name, to)) },
  )
  const step = (event: KeyboardEvent<HTMLElement>, { name, label }: ShownColumn) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const to = order.step(name, by)
    if (to !== undefined) setSaid(t('{label}, {to} of {columns}', { label, to: to + 1, columns: columns.length }))
  }
  return {
    said,
    grip: {
      item: order.item,
      handle: (column: ShownColumn) => ({
        ...order.handle(column.name),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => step(event, column),
      }),
    },
  }
}

/** In a list, what is dragged takes its place after those whose middle is above the pointer. */
function placeUnder(boxes: readonly DOMRect[], { y, from }: { y: number; from: number }): number {
  const place = boxes.filter(({ top, height }) => top + height / 2 < y).length
  return place > from ? place - 1 : place
}
