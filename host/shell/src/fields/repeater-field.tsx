import { ActionIcon, Button, Input, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useId } from 'react'
import { takesEmptyList } from '../form/field-set.ts'
import { FormScope, itemScope, useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import type { FieldProps } from './field-props.ts'
import styles from './repeater-field.module.css'
import { useItemChanges } from './use-items.ts'

/** A list of objects with the same fields. Objects can be added, removed and reordered. */
export function RepeaterField({ field, name, schema, error, isRequired, isDisabled, Layout }: FieldProps<'repeater'>) {
  const { prefix } = useForm()
  const list = name.slice(prefix.length)
  const titleOf = (index: number) =>
    `${field.item_label.charAt(0).toUpperCase()}${field.item_label.slice(1)} ${index + 1}`
  const { element, items, keys, said, add, remove, move } = useItemChanges(list, titleOf)
  const id = useId()
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number }
  const isFull = items.length >= maxItems

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
          title={titleOf(index)}
          isDisabled={isDisabled}
          {...(items.length > minItems && { onRemove: () => remove(index) })}
          {...(index > 0 && { onUp: () => move(index, index - 1) })}
          {...(index < items.length - 1 && { onDown: () => move(index, index + 1) })}
        />
      ))}
      <Button
        className={styles.add}
        variant="default"
        data-part="add"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={isDisabled || isFull}
        onClick={add}
      >
        {t('Add {item}', { item: field.item_label })}
      </Button>
      {isFull && <Input.Description>{t('The maximum of {count} is reached.', { count: maxItems })}</Input.Description>}
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  )
}

interface RepeaterItemProps {
  /** The fields of the object. */
  layout: ReactNode
  /** Identifies the object while it is moved. */
  id: number
  place: { name: string; index: number }
  title: string
  isDisabled: boolean
  onRemove?: () => void
  onUp?: () => void
  onDown?: () => void
}

/** One object of a list: its fields, and buttons to move and remove it. */
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
        {tool('up', t('Move up'), IconArrowUp, onUp)}
        {tool('down', t('Move down'), IconArrowDown, onDown)}
        {tool('remove', t('Remove'), IconTrash, onRemove)}
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
