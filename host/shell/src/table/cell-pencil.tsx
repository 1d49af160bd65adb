import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { DataRecord } from '../api/paths.ts'
import { t } from '../language/t.ts'
import styles from './cell-pencil.module.css'
import type { CellForm } from './editable-cells.ts'
import type { ShownColumn } from './layout.ts'

const CellEditor = lazy(() => import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })))

interface CellPencilProps {
  form: CellForm
  column: ShownColumn
  record: DataRecord
  /** The title of the record. */
  title: string
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/**
 * The button in a cell that changes its value in place. The arrow keys reach it from the row's link, so Tab does not stop at every cell of a
 * list.
 */
export function CellPencil({ form, column, record, title, isOpen, onOpen, onClose }: CellPencilProps) {
  const what = t('{label} of {title}', { label: column.label, title })
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The editor had the focus when it went away.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) pencil.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const button = (
    <UnstyledButton
      ref={pencil}
      className={styles.pencil}
      tabIndex={-1}
      aria-label={t('Change {what}', { what })}
      aria-haspopup="dialog"
      data-pencil
      onClick={onOpen}
    >
      <IconPencil size={14} aria-hidden />
    </UnstyledButton>
  )
  if (!isOpen) return button
  return (
    <Suspense fallback={button}>
      <CellEditor button={button} form={form} name={column.name} record={record} what={what} onClose={onClose} />
    </Suspense>
  )
}
