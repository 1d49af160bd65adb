import { textInWords } from '../values/record-title.ts'
import { TextInput, Textarea } from '@mantine/core'
import { lazy } from 'react'
import { asText } from '../values/as-text.ts'
import { isCodeFormat } from '../values/code-words.ts'
import { useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

const SuggestedTextField = lazy(() =>
  import('./suggested-text-field.tsx').then((module) => ({ default: module.SuggestedTextField })),
)

const NamedCodeField = lazy(() =>
  import('./named-code-field.tsx').then((module) => ({ default: module.NamedCodeField })),
)
const MaskedField = lazy(() => import('./written-fields.tsx').then((module) => ({ default: module.MaskedField })))
const MarkdownField = lazy(() => import('./written-fields.tsx').then((module) => ({ default: module.MarkdownField })))
const CodeField = lazy(() => import('./written-fields.tsx').then((module) => ({ default: module.CodeField })))

const types: Readonly<Record<string, string>> = { email: 'email', uri: 'url' }

/** A line of text, masked where the schema is `writeOnly`, or a choice where it is a code. The description of a recurrence rule is replaced by the rule in words. */
export function TextField(props: FieldProps<'text'>) {
  if (props.field.input === 'password' || props.field.input === 'secret') return <MaskedField {...props} />
  const format = props.field.input ?? props.schema.format
  if (isCodeFormat(format)) return <NamedCodeField {...props} format={format} />
  if (props.field.suggestions_path !== undefined) return <SuggestedTextField {...props} />
  return props.schema.writeOnly === true ? <WriteOnlyField {...props} /> : <PlainTextField {...props} />
}

function WriteOnlyField(props: FieldProps<'text'>) {
  const { definition } = useForm()
  const placeholder = definition.operation === 'edit' ? t('Leave empty to keep it') : undefined
  return (
    <PlainTextField
      {...props}
      field={{ ...props.field, input: 'password', placeholder: props.field.placeholder ?? placeholder }}
      autoComplete="new-password"
    />
  )
}

function PlainTextField({ autoComplete = 'off', ...props }: FieldProps<'text'> & { autoComplete?: string }) {
  return (
    <TextInput
      {...inputProps(props)}
      description={ruleInWords(props) ?? props.field.description}
      type={props.field.input ?? types[String(props.schema.format)] ?? 'text'}
      autoComplete={autoComplete}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** A recurrence rule in words. Other formats say how a value is shown, and it is shown in the field itself. */
const ruleInWords = ({ value, schema }: Pick<FieldProps<'text'>, 'value' | 'schema'>) =>
  schema.format === 'rrule' ? textInWords(value, schema.format) : undefined

/** Several lines of text; grows with what is typed. */
export function TextareaField(props: FieldProps<'textarea'>) {
  if (props.field.language === 'markdown') return <MarkdownField {...props} />
  if (props.field.language === 'code') return <CodeField {...props} />
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
