import { Button, Input } from '@mantine/core'
import { useId, useState } from 'react'
import { useForm } from '../form-scope.ts'
import { DatetimeField } from './datetime-field.tsx'
import type { FieldProps } from './field-props.ts'
import { SlotPicker } from './slot-picker.tsx'
import styles from './slot-field.module.css'
import { useSlots } from './use-slots.ts'

/** One of the times that are offered, by day; where it is allowed, any other time. */
export function SlotField(props: FieldProps<'slot'>) {
  const { field, name, value, error, isRequired, isDisabled, onChange } = props
  const { initial, prefix } = useForm()
  const [isFree, setFree] = useState(false)
  const id = useId()
  const slots = useSlots(field.slots, {
    value: textOf(value),
    initial: textOf(initial[name.slice(prefix.length)]),
    isBound: !isFree,
    onChange,
  })
  const other = field.any_time === true && !isDisabled && (
    <Button variant="subtle" size="compact-sm" className={styles.other} onClick={() => setFree(!isFree)}>
      {isFree ? 'Choose from what is free' : 'Another time'}
    </Button>
  )
  if (isFree) {
    return (
      <div>
        <DatetimeField {...props} field={{ ...field, kind: 'datetime' }} />
        {other}
      </div>
    )
  }
  return (
    <fieldset className={styles.field} disabled={isDisabled} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {slots.waitsFor === undefined ? (
        <SlotPicker name={name} value={textOf(value)} slots={slots} isDisabled={isDisabled} onChange={onChange} />
      ) : (
        <p className={styles.waiting}>{`Choose ${slots.waitsFor} first`}</p>
      )}
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
      {other}
    </fieldset>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
