import { Button, Input, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { takesEmptyList } from '../field-schema.ts'
import { useForm } from '../form-scope.ts'
import type { FieldProps } from './field-props.ts'
import { RepeaterItem } from './repeater-item.tsx'
import styles from './repeater-field.module.css'
import { useItemFocus } from './use-item-focus.ts'
import { useItems } from './use-items.ts'

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
