import { Button, Input, VisuallyHidden, ActionIcon } from '@mantine/core'
import { IconPlus, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useId, useState } from 'react'
import { takesEmptyList } from '../form/field-set.ts'
import { useForm, FormScope, itemScope } from '../form/form-scope.ts'
import type { FieldProps } from './field-props.ts'
import styles from './repeater-field.module.css'
import { useItemFocus, useItems } from './use-items.ts'

/** A list of objects, each with the same fields; they can be added, taken out and put in order. */
export function RepeaterField({ field, name, schema, error, isRequired, isDisabled, Layout }: FieldProps<'repeater'>) {
  const { prefix } = useForm()
  const list = name.slice(prefix.length)
  const { items, keys, add, remove, move } = useItems(list)
  const { list: element, focusOn } = useItemFocus()
  const [said, say] = useState('')
  const id = useId()
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number }
  const isFull = items.length >= maxItems

  const addItem = () => {
    focusOn({ key: add(), part: 'field' })
    say(`${titleOf(field.item_label, items.length)} added`)
  }
  const removeItem = (index: number) => {
    focusOn({ key: keys[index + 1] ?? keys[index - 1], part: 'remove' })
    remove(index)
    say(`${titleOf(field.item_label, index)} removed`)
  }
  const moveItem = (index: number, to: number) => {
    const key = keys[index]
    focusOn({ key, part: to < index ? 'up' : 'down' })
    move(index, to)
    say(`${titleOf(field.item_label, index)} is now at place ${to + 1}`)
  }

  return (
    <fieldset ref={element} className={styles.list} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired && !takesEmptyList(schema)}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {items.map((_, index) => (
        <RepeaterItem
          key={keys[index]}
          id={keys[index] ?? index}
          layout={<Layout nodes={field.layout} />}
          place={{ name: list, index }}
          title={titleOf(field.item_label, index)}
          isDisabled={isDisabled}
          {...(items.length > minItems && { onRemove: () => removeItem(index) })}
          {...(index > 0 && { onUp: () => moveItem(index, index - 1) })}
          {...(index < items.length - 1 && { onDown: () => moveItem(index, index + 1) })}
        />
      ))}
      <Button
        className={styles.add}
        variant="default"
        data-part="add"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={isDisabled || isFull}
        onClick={addItem}
      >
        {`Add ${field.item_label}`}
      </Button>
      {isFull && <Input.Description>{`There are ${maxItems}, which is the most.`}</Input.Description>}
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  )
}

const titleOf = (label: string, index: number) => `${label.charAt(0).toUpperCase()}${label.slice(1)} ${index + 1}`

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
function RepeaterItem({ layout, id, place, title, isDisabled, onRemove, onUp, onDown }: RepeaterItemProps) {
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
