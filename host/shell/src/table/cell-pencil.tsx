import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { DataRecord } from '../api/paths.ts'
import { t } from '../language/t.ts'
import styles from './cell-pencil.module.css'
import type { EarlyInputRef } from './early-input.ts'
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
  /** What was typed before the editor was there. */
  typed: EarlyInputRef
  onOpen: () => void
  onClose: () => void
}

/**
 * The button in a cell that changes its value in place. The arrow keys reach it from the row's link, so Tab does not stop at every cell of a
 * list. It stays the same element while the editor is fetched, because a new one would lose the focus.
 */
export function CellPencil({ form, column, record, title, isOpen, typed, onOpen, onClose }: CellPencilProps) {
  const what = t('{label} of {title}', { label: column.label, title })
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The editor had the focus when it went away.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) pencil.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <>
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
      {isOpen && (
        <Suspense>
          <CellEditor place={pencil} form={form} name={column.name} {...{ record, what, typed, onClose }} />
        </Suspense>
      )}
    </>
  )
}
