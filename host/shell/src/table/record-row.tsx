import { Checkbox } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { fillPath } from '../api/fill-path.ts'
import type { DataRecord } from '../api/records.ts'
import { wantsNewTab } from '../screen/path-link.tsx'
import { recordTitle } from '../values/record-title.ts'
import { RecordCell } from './record-cell.tsx'
import styles from './record-table.module.css'
import { RowMenu } from './row-menu.tsx'
import type { RowShape } from './row-shape.ts'
import type { TableScope } from './table-scope.ts'

interface RecordRowProps extends RowShape {
  record: DataRecord
  records: readonly DataRecord[]
  scope: TableScope
}

/** One record. Its first value is a link to its screen; a click anywhere on the row follows it too. */
export function RecordRow({ record, records, scope, hasChoice, hasMenu }: RecordRowProps) {
  const { widget, columns, selection } = scope
  const { history } = useRouter()
  const title = recordTitle(record, widget.record_title_attribute)
  const path = widget.view_path ?? widget.edit_path
  const href = path === undefined ? undefined : fillPath(path, record.id)

  const follow = (event: MouseEvent) => {
    if (href === undefined || event.defaultPrevented || belongsToControl(event) || isSelectingText()) return
    if (event.button === 1 || wantsNewTab(event)) window.open(href, '_blank')
    else if (event.button === 0) history.push(href)
  }

  return (
    <tr
      className={styles.row}
      data-link={href !== undefined}
      data-chosen={selection.has(record.id)}
      onClick={follow}
      onAuxClick={follow}
    >
      {hasChoice && (
        <td className={styles.choice}>
          <Checkbox
            size="xs"
            aria-label={`Select ${title}`}
            checked={selection.has(record.id)}
            onChange={(event) => selection.toggle([record.id], event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.shown.map((column, index) => (
        <RecordCell
          key={column.name}
          column={column}
          record={record}
          records={records}
          href={index === 0 ? href : undefined}
        />
      ))}
      {hasMenu && (
        <td className={styles.menu}>
          <RowMenu record={record} title={title} scope={scope} />
        </td>
      )}
    </tr>
  )
}

/** Menus and dialogs of a row bubble through it in React although they stand elsewhere in the page. */
function belongsToControl(event: MouseEvent): boolean {
  if (!(event.target instanceof Element)) return false
  return !event.currentTarget.contains(event.target) || event.target.closest('a, button, input, label') !== null
}

function isSelectingText(): boolean {
  return window.getSelection()?.type === 'Range'
}
