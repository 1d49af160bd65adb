import { lazy, Suspense, useRef } from 'react'
import type { DataRecord } from '../../api/paths.ts'
import { t } from '../../language/t.ts'
import type { EarlyInputRef } from '../early-input.ts'
import type { CellForm } from '../editable-cells.ts'
import type { LeadOn } from '../keys-ahead.ts'
import type { ShownColumn } from '../layout.ts'
import styles from './grid-table.module.css'

const CellEditor = lazy(() => import('../cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

interface GridEditorProps {
  form: CellForm
  column: ShownColumn | undefined
  record: DataRecord
  /** The title of the record. */
  title: string
  /** What has been typed so far. */
  typed: EarlyInputRef
  onClose: () => void
  leadOn: LeadOn
}

/** The editor of a list's cells, at the focused cell of a grid. */
export function GridEditor({ form, column, record, title, typed, onClose, leadOn }: GridEditorProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  if (column === undefined) return null
  return (
    <>
      <span ref={anchor} className={styles.anchor} />
      <Suspense>
        <CellEditor
          place={anchor}
          form={form}
          name={column.name}
          record={record}
          what={t('{label} of {title}', { label: column.label, title })}
          typed={typed}
          onClose={onClose}
          leadOn={leadOn}
        />
      </Suspense>
    </>
  )
}
