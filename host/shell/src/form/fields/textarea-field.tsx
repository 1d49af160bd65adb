import { Textarea } from '@mantine/core'
import { asText } from '../../values/as-text.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

/** Several lines of text; grows with what is typed. */
export function TextareaField(props: FieldProps<'textarea'>) {
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={props.field.rows ?? 3}
      maxRows={24}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
