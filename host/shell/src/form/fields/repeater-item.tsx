import { ActionIcon, Input } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { FormScope, useForm } from '../form-scope.ts'
import { itemScope } from '../item-scope.ts'
import styles from './repeater-field.module.css'

interface RepeaterItemProps {
  /** Its fields. */
  layout: ReactNode
  /** What tells it from the others, wherever it stands. */
  id: number
  place: { name: string; index: number }
  title: string
  isDisabled: boolean
  onRemove?: () => void
  onUp?: () => void
  onDown?: () => void
}

/** One object of a list: its fields, and what can be done with it as a whole. */
export function RepeaterItem({ layout, id, place, title, isDisabled, onRemove, onUp, onDown }: RepeaterItemProps) {
  const outer = useForm()
  const error = outer.errors[`${place.name}.${place.index}`]
  const tool = (part: string, label: string, Icon: ComponentType<{ size: number }>, onClick?: () => void) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      className={styles.tool}
      data-part={part}
      aria-label={`${label} ${title}`}
      disabled={isDisabled || onClick === undefined}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <div className={styles.item} role="group" aria-label={title} data-item={id}>
      <div className={styles.head}>
        <span className={styles.title} aria-hidden>
          {title}
        </span>
        {tool('up', 'Move up', IconArrowUp, onUp)}
        {tool('down', 'Move down', IconArrowDown, onDown)}
        {tool('remove', 'Remove', IconTrash, onRemove)}
      </div>
      <FormScope value={itemScope(outer, place)}>{layout}</FormScope>
      {error !== undefined && (
        <Input.Error className={styles.error} data-invalid="list" tabIndex={-1}>
          {error}
        </Input.Error>
      )}
    </div>
  )
}
