import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { asText } from '../values/as-text.ts'
import { readTypedTime, timeProblem } from '../values/typed-time.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/**
 * A time of day, typed in short or in full: `9`, `930` and `5 pm` become `09:00`, `09:30` and `17:00`. Other texts stay as typed, with the
 * reason.
 */
export function TimeField(props: FieldProps<'time'>) {
  const [typing, setTyping] = useState<string | null>(null)
  const value = asText(props.value)
  const type = (text: string) => {
    setTyping(text)
    props.onChange(text.trim() === '' ? undefined : (readTypedTime(text) ?? text))
  }
  return (
    <TextInput
      {...inputProps(props)}
      placeholder={props.field.placeholder ?? '09:00'}
      autoComplete="off"
      value={typing ?? value}
      error={props.error ?? (typing === null ? timeProblem(value) : undefined)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyping(null)}
    />
  )
}
