import { TextInput, Textarea } from '@mantine/core'
import { lazy } from 'react'
import { asText } from '../values/as-text.ts'
import { textInWords } from '../values/recurrence-text.ts'
import { useForm } from '../form/form-scope.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

const SuggestedTextField = lazy(() =>
  import('./suggested-text-field.tsx').then((module) => ({ default: module.SuggestedTextField })),
)

const types: Readonly<Record<string, string>> = { email: 'email', uri: 'url' }

/** A line of text, masked where the schema is `writeOnly`. The description of a recurrence rule is replaced by the rule in words. */
export function TextField(props: FieldProps<'text'>) {
  return props.field.suggestions_path === undefined ? <PlainTextField {...props} /> : <SuggestedTextField {...props} />
}

function PlainTextField(props: FieldProps<'text'>) {
  const { definition } = useForm()
  const isSecret = props.schema.writeOnly === true
  const isKept = isSecret && definition.operation === 'edit'
  return (
    <TextInput
      {...inputProps(props)}
      description={textInWords(props.value, props.schema.format) ?? props.field.description}
      placeholder={props.field.placeholder ?? (isKept ? 'Leave empty to keep it' : undefined)}
      type={isSecret ? 'password' : (types[String(props.schema.format)] ?? 'text')}
      autoComplete={isSecret ? 'new-password' : 'off'}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

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
