import { ActionIcon, Button, Checkbox, SegmentedControl, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconGripVertical, IconMinus, IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../language/t.ts'
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
              {...grip.handle(column.name)}
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
  const [dragged, setDragged] = useState<{ name: string; to: number } | null>(null)
  const [said, setSaid] = useState('')
  const items = useRef(new Map<string, HTMLElement>())
  const focused = useRef<HTMLElement | null>(null)
  const order = dragged ? moved(columns, dragged.name, dragged.to) : columns
  const placeOf = (name: string) => order.findIndex((column) => column.name === name)

  // An element that is moved within its list loses the focus.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) focused.current.focus()
  })

  const step = (event: KeyboardEvent<HTMLElement>, name: string) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const to = columns.findIndex((column) => column.name === name) + by
    if (to < 0 || to >= columns.length) return
    focused.current = event.currentTarget
    onChange(moved(columns, name, to))
    setSaid(
      t('{label}, {to} of {columns}', {
        label: columns.find((column) => column.name === name)?.label ?? '',
        to: to + 1,
        columns: columns.length,
      }),
    )
  }
  const placeAt = (y: number): number => {
    const centres = columns.map(({ name }) => {
      const { top = 0, height = 0 } = items.current.get(name)?.getBoundingClientRect() ?? {}
      return top + height / 2
    })
    return centres.filter((centre) => centre < y).length
  }
  const draggedTo = (event: PointerEvent<HTMLElement>, name: string): number | undefined => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return undefined
    const place = placeAt(event.clientY)
    return place > placeOf(name) ? place - 1 : place
  }
  const drag = (event: PointerEvent<HTMLElement>, name: string) => {
    const to = draggedTo(event, name)
    if (to !== undefined && to !== dragged?.to) setDragged({ name, to })
  }
  // The last step of a quick drag may not be rendered yet.
  const drop = (event: PointerEvent<HTMLElement>, name: string) => {
    const to = draggedTo(event, name)
    if (to !== undefined && columns[to]?.name !== name) onChange(moved(columns, name, to))
    setDragged(null)
  }

  return {
    said,
    grip: {
      item: (name: string) => ({
        'data-dragged': dragged?.name === name,
        // While it is dragged, only its visual order changes, because an element that moves within its list loses the pointer.
        ...(dragged && { style: { order: placeOf(name) } }),
        ref: (element: HTMLElement | null) => {
          if (element) items.current.set(name, element)
          else items.current.delete(name)
        },
      }),
      handle: (name: string) => ({
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => step(event, name),
        onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
        onPointerMove: (event: PointerEvent<HTMLElement>) => drag(event, name),
        onPointerUp: (event: PointerEvent<HTMLElement>) => drop(event, name),
        onPointerCancel: () => setDragged(null),
      }),
    },
  }
}
