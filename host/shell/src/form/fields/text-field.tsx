import { TextInput } from '@mantine/core'
import { asText } from '../../values/as-text.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

const types: Readonly<Record<string, string>> = { email: 'email', uri: 'url' }

/** A line of text. */
export function TextField(props: FieldProps<'text'>) {
  return (
    <TextInput
      {...inputProps(props)}
      type={types[String(props.schema.format)] ?? 'text'}
      autoComplete="off"
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
