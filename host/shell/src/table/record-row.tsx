import { IconDots } from '@tabler/icons-react'
import type { TableWidget } from '@atrium/sdk/documents'
import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  Suspense,
  lazy,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Actions } from '../actions/actions.ts'
import { fillPath } from '../api/paths.ts'
import type { DataRecord } from '../api/paths.ts'
import { wantsNewTab } from '../screen/path-link.tsx'
import { usePermitted } from '../session/permissions.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { recordTitle } from '../values/record-title.ts'
import type { EditableCells } from './editable-cells.ts'
import type { ShownColumn } from './layout.ts'
import { type EarlyInput, keepKey } from './early-input.ts'
import { RecordCell } from './record-cell.tsx'
import styles from './record-table.module.css'
import { RowButton, RowCheck } from './row-controls.tsx'
import { walkRows } from './row-keys.ts'
import type { TableScope } from './table-scope.ts'
import { addressOf } from '../api/base-path.ts'
import { t } from '../language/t.ts'

const CellPencil = lazy(() => import('./cell-pencil.tsx').then((module) => ({ default: module.CellPencil })))

/** The cells of a row besides those of its record's fields. */
export interface RowShape {
  /** A checkbox at the start that selects the record. */
  hasChoice: boolean
  /** A menu of actions at the end. */
  hasMenu: boolean
}

interface RecordRowProps extends RowShape {
  record: DataRecord
  records: readonly DataRecord[]
  scope: TableScope
  /** The path of the edit screen, if the person may see it. */
  editPath: string | undefined
  cells: EditableCells
  /** Its place among all records, counted from 0, if not all of them have rows. */
  index?: number
  /** Is called with the row, to know its height. */
  measure?: (row: HTMLTableRowElement | null) => void
}

/** One record. One of its cells links to the record's screen; a click anywhere on the row follows that link. */
export function RecordRow({ record, records, scope, editPath, cells, index, measure, ...shape }: RecordRowProps) {
  const { hasChoice, hasMenu } = shape
  const { widget, columns, selection } = scope
  const { history } = useRouter()
  const title = recordTitle(record, widget.record_title_attribute)
  const path = widget.view_path ?? editPath
  const href = path === undefined ? undefined : fillPath(path, record.id)
  const [isNear, setNear] = useState(false)
  const [changed, setChanged] = useState<string | null>(null)
  const typed = useRef<EarlyInput | null>(null)
  const { form } = cells
  const linked = linkedColumn(columns.shown)
  const actions = useRef(scope.actions)
  useEffect(() => {
    actions.current = scope.actions
  })

  const follow = (event: MouseEvent) => {
    if (href === undefined || event.defaultPrevented || belongsToControl(event) || isSelectingText()) return
    if (event.button === 1 || wantsNewTab(event)) window.open(addressOf(href), '_blank')
    else if (event.button === 0) history.push(href)
  }

  const change = (name: string) => {
    typed.current = { text: '', replaces: false }
    setChanged(name)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const first = columns.shown.find(cells.has)
    // The editor is not there yet. Then it has the focus, and gets its keys itself.
    if (changed !== null && isOwn(event) && event.key === 'Escape') setChanged(null)
    else if (changed !== null && isOwn(event) && keepKey(typed, event)) return
    else if (event.key === 'F2' && first && isOwn(event)) change(first.name)
    else if (!walkRows(event)) return
    event.preventDefault()
  }

  return (
    <tr
      ref={measure}
      className={styles.row}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-link={href !== undefined}
      data-chosen={selection.has(record.id)}
      onClick={follow}
      onAuxClick={follow}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => setNear(currentTarget.contains(relatedTarget))}
    >
      {hasChoice && (
        <td className={styles.choice}>
          <RowCheck
            aria-label={t('Select {title}', { title })}
            checked={selection.has(record.id)}
            onChange={(event) => selection.toggle([record.id], event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.shown.map((column) => (
        <RecordCell
          key={column.name}
          column={column}
          record={record}
          records={records}
          title={title}
          href={column === linked ? href : undefined}
          pencil={
            form &&
            (isNear || changed === column.name) &&
            cells.has(column) && (
              <Suspense>
                <CellPencil
                  {...{ form, column, record, title }}
                  isOpen={changed === column.name}
                  typed={typed}
                  onOpen={() => change(column.name)}
                  onClose={() => setChanged(null)}
                />
              </Suspense>
            )
          }
        />
      ))}
      {hasMenu && (
        <td className={styles.menu}>
          <RowMenu record={record} title={title} widget={widget} actions={actions} editPath={editPath} />
        </td>
      )}
    </tr>
  )
}

/** The column that links to the record: the first one that no element of a plugin draws, if there is one. */
const linkedColumn = (shown: readonly ShownColumn[]) => shown.find(({ kind }) => kind !== 'element') ?? shown[0]

const CONTROLS = 'a, button, input, label, select, summary, textarea'

/**
 * In React, events of a row's menus and dialogs bubble to the row, although their elements are elsewhere in the page. The controls of a
 * plugin's element may be in a shadow root, which only the path of the event shows.
 */
function belongsToControl({ target, currentTarget, nativeEvent }: MouseEvent): boolean {
  if (!(target instanceof Element)) return false
  const path = nativeEvent.composedPath()
  const own = path.slice(0, path.indexOf(currentTarget))
  return !currentTarget.contains(target) || own.some((each) => each instanceof Element && each.matches(CONTROLS))
}

/** Whether a key was pressed in the row itself, and not in a dialog that one of its controls has opened. */
const isOwn = ({ currentTarget, target }: KeyboardEvent) => target instanceof Node && currentTarget.contains(target)

function isSelectingText(): boolean {
  return window.getSelection()?.type === 'Range'
}

/** Conditions of actions are evaluated with a JSON Schema library, which is too large for the first load. */
const loadItems = () => import('../actions/record-actions.tsx')

interface RowMenuProps {
  record: DataRecord
  title: string
  widget: TableWidget
  /** The latest actions of the list; a reference, so that they do not render the menu of each row again. */
  actions: RefObject<Actions>
  editPath: string | undefined
}

const RowMenu = memo(function RowMenu({ record, title, editPath, widget, actions }: RowMenuProps) {
  const permitted = usePermitted()
  const button = (
    <RowButton aria-label={t('Actions for {title}', { title })}>
      <IconDots size={16} aria-hidden />
    </RowButton>
  )
  return (
    <MenuButton button={button} load={loadItems} position="bottom-end" width={200}>
      {(Menu, { RecordMenuItems }) => (
        <RecordMenuItems
          menu={Menu}
          record={record}
          actions={permitted(widget.actions)}
          viewPath={widget.view_path}
          editPath={editPath}
          onAction={(action) =>
            actions.current.start(action, {
              ...{ id: record.id, title, record, subtitle: widget.record_subtitle },
              titleOf: (of) => recordTitle(of, widget.record_title_attribute),
            })
          }
        />
      )}
    </MenuButton>
  )
})
